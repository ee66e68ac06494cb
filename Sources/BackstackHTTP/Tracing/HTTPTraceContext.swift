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

extension HTTPTraceContext {
  /// Returns whether a text can be the value of `traceparent`.
  package static func isParent(_ text: String) -> Bool {
    HTTPTraceParent(Array(text.utf8).span) != nil
  }
}

extension HTTPRequest {
  /// The trace that the client's `traceparent` continues, or a new one if that is missing or
  /// malformed (§4.3).
  ///
  /// - Complexity: O(number of fields), at each call.
  public var trace: HTTPTraceContext {
    if let continuedTrace { return continuedTrace }
    let own = storage.identifier.words
    return HTTPTraceContext(
      high: own.high, low: own.low, parent: nil, span: storage.identifier.span, flags: 0, state: nil
    )
  }

  /// The trace that the client's `traceparent` continues; `nil` if that is missing or malformed.
  ///
  /// - Complexity: O(1) without the field, else as ``trace``.
  package var continuedTrace: HTTPTraceContext? {
    guard mayHave(.traceParent), let parent = storage.traceParent else { return nil }
    let states = fields.values(of: .traceState).filter { !$0.isEmpty }
    return HTTPTraceContext(
      high: parent.high, low: parent.low, parent: parent.span, span: storage.identifier.span,
      flags: parent.flags, state: states.isEmpty ? nil : states.joined(separator: ","))
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

/// The value of a `traceparent` field, such as
/// `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01` (W3C Trace Context §3.2).
struct HTTPTraceParent: Sendable, Hashable {
  let high: UInt64
  let low: UInt64
  let span: UInt64
  let flags: UInt8

  private static let length = 55

  /// Creates the parts of a value; of an unknown later version, those that version 00 has (§4.3).
  init?(_ value: borrowing Span<UInt8>) {
    guard value.count >= HTTPTraceParent.length,
      let version = HTTPTraceParent.hex(value, 0..<2), version != 0xFF,
      value[2] == 0x2D, value[35] == 0x2D, value[52] == 0x2D,
      let high = HTTPTraceParent.hex(value, 3..<19),
      let low = HTTPTraceParent.hex(value, 19..<35),
      let span = HTTPTraceParent.hex(value, 36..<52),
      let flags = HTTPTraceParent.hex(value, 53..<55),
      high != 0 || low != 0, span != 0
    else { return nil }
    if value.count > HTTPTraceParent.length {
      guard version != 0, value[HTTPTraceParent.length] == 0x2D else { return nil }
    }
    self.high = high
    self.low = low
    self.span = span
    self.flags = UInt8(truncatingIfNeeded: flags)
  }

  /// Returns the number that up to 16 digits form; `nil` for anything but lower-case ones.
  private static func hex(_ value: borrowing Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    for index in range {
      let byte = value[index]
      guard !(0x41...0x5A).contains(byte), let digit = ASCII.hexValue(byte) else { return nil }
      number = number << 4 | UInt64(digit)
    }
    return number
  }
}
