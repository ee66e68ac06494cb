/// The part of a distributed trace that a request belongs to, as its effects pass it on in requests
/// of their own (W3C Trace Context, Recommendation of 2021-11-23).
public struct TraceContext: Sendable, Hashable {
  // A reference, so that effects that belong to no trace need little memory for it.
  private let fields: Fields

  private final class Fields: Sendable {
    let parent: String
    let state: String?

    init(parent: String, state: String?) {
      self.parent = parent
      self.state = state
    }
  }

  /// Creates a context, for tests.
  ///
  /// - Parameters:
  ///   - traceParent: A valid value of the field `traceparent` (§3.2).
  ///   - traceState: A valid value of the field `tracestate` (§3.3), or `nil` for none.
  public init(traceParent: String, traceState: String? = nil) {
    fields = Fields(parent: traceParent, state: traceState)
  }

  /// The value of the field `traceparent`, with the server's own work on the request as the parent.
  public var traceParent: String { fields.parent }

  /// The value of the field `tracestate`; `nil` for none.
  public var traceState: String? { fields.state }

  public static func == (left: Self, right: Self) -> Bool {
    left.traceParent == right.traceParent && left.traceState == right.traceState
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(traceParent)
    hasher.combine(traceState)
  }

  /// The trace of the effect whose task this is.
  @TaskLocal package static var ofTask: TraceContext?

  /// The trace of the action that is being processed on this thread, or of the effect whose task
  /// this is.
  static var ambient: TraceContext? {
    if let frame = DependencyFrame.current { frame.trace } else { ofTask }
  }
}

private enum TraceKey: DependencyKey {
  static var liveValue: TraceContext? { nil }
  static var testValue: TraceContext? { nil }
}

extension DependencyValues {
  /// The trace that the request belongs to whose action is being processed or has started the
  /// effect; `nil` if its client sent no valid `traceparent`, or there is no request.
  ///
  /// An effect passes it on in its own requests:
  ///
  /// ```swift
  /// @Dependency(\.trace) var trace
  /// request.setValue(trace?.traceParent, forHTTPHeaderField: "traceparent")
  /// request.setValue(trace?.traceState, forHTTPHeaderField: "tracestate")
  /// ```
  ///
  /// The effects of an effect's own actions belong to its trace, too. Actions of the program, a
  /// dismissal that an effect requests, and sessions that are created or resumed, belong to none.
  /// Unlike other dependencies, it is that of the code that reads it, not of the code that declared
  /// the property.
  public var trace: TraceContext? {
    get { self[TraceKey.self] ?? TraceContext.ambient }
    set { self[TraceKey.self] = newValue }
  }
}
