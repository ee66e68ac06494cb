/// A request's position in a distributed trace (W3C Trace Context, Recommendation of 2021-11-23).
public struct HTTPTraceContext: Sendable, Hashable {
  let high: UInt64
  let low: UInt64
  let parent: UInt64?
  let span: UInt64
  let flags: UInt8
  /// The vendors' data about the trace, to be passed on unchanged; `nil` if there is none or the
  /// trace begins here.
  public let state: String?

  /// The 32 hexadecimal digits that all parts of the trace share.
  public var traceID: String {
    text {
      $0.append(hex: high)
      $0.append(hex: low)
    }
  }

  /// The 16 digits that identify the cause of this request; `nil` if the trace begins here.
  public var parentID: String? { parent.map { parent in text { $0.append(hex: parent) } } }

  /// The 16 digits that identify the work on this request.
  public var spanID: String { text { $0.append(hex: span) } }

  /// Whether the caller may have recorded its part.
  public var isSampled: Bool { flags & 1 == 1 }

  /// The value of `traceparent` for requests that the work on this one sends.
  public var traceParent: String {
    "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")"
  }

  private func text(_ build: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    build(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPRequest {
  /// The trace that the client's `traceparent` continues, or a new one if that is missing or
  /// malformed (§4.3).
  ///
  /// - Complexity: O(number of fields), at each call.
  public var trace: HTTPTraceContext {
    let own = storage.identifier.words
    let span = storage.identifier.span
    guard let parent = storage.traceParent else {
      return HTTPTraceContext(
        high: own.high, low: own.low, parent: nil, span: span, flags: 0, state: nil)
    }
    let states = fields.values(of: .traceState).filter { !$0.isEmpty }
    return HTTPTraceContext(
      high: parent.high, low: parent.low, parent: parent.span, span: span, flags: parent.flags,
      state: states.isEmpty ? nil : states.joined(separator: ","))
  }
}

extension HTTPRequest.Storage {
  /// The client's `traceparent`; `nil` unless there is exactly one, and valid.
  var traceParent: HTTPTraceParent? {
    let fields = head.fields
    var count = 0
    for entry in fields.entries where fields.hasName(entry, .traceParent) { count += 1 }
    guard count == 1 else { return nil }
    return fields.withValue(of: .traceParent) { HTTPTraceParent($0) } ?? nil
  }
}
