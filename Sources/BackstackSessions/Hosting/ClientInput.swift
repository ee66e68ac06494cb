import BackstackCoding

/// The input that a feature accepts from its clients: the limits of decoding, and how much of the
/// state a client may choose.
public struct ClientInput: Sendable, Hashable {
  /// Whether a client may choose the whole state that a session begins with. If not, a creation
  /// with the member `state` gets 422 `state-not-taken`.
  ///
  /// If `true`, either the reducer must cope with every state that can be decoded, or ``Feature``
  /// must be given a closure that validates states.
  public var takesState = false
  /// Whether a client may push screens whose state it chooses onto stacks. If not, only reducers
  /// push screens.
  public var takesPushes = false
  /// The maximum depth of nested arrays and objects in an action or a state, at most 512. Deeper
  /// input gets 422.
  public var maximumDepth = 128
  /// The maximum number of elements and members in all arrays and objects of an action or a state
  /// together. More get 422.
  public var maximumElements = 100_000
  /// The maximum number of bytes of an action or a state. More get 413. The HTTP server also has a
  /// limit, for all requests.
  public var maximumBytes = 1 << 20

  /// Creates a description of the accepted input, with the default limits.
  ///
  /// - Parameters:
  ///   - takesState: Whether a client may choose the state that a session begins with.
  ///   - takesPushes: Whether a client may push screens whose state it chooses.
  public init(takesState: Bool = false, takesPushes: Bool = false) {
    self.takesState = takesState
    self.takesPushes = takesPushes
  }

  var limits: JSONLimits {
    .ofClient(depth: maximumDepth, elements: maximumElements, bytes: maximumBytes)
  }

  /// Returns the input that at least one of two features accepts.
  func union(_ other: Self) -> Self {
    var union = self
    union.takesState = takesState || other.takesState
    union.takesPushes = takesPushes || other.takesPushes
    union.maximumDepth = max(maximumDepth, other.maximumDepth)
    union.maximumElements = max(maximumElements, other.maximumElements)
    union.maximumBytes = max(maximumBytes, other.maximumBytes)
    return union
  }
}
