import BackstackJSON

/// What a feature takes from its clients: the bounds of what is decoded at all, and how much of the
/// state a client may choose.
public struct ClientInput: Sendable, Hashable {
  /// Whether a client may choose the whole state that a session begins with. Without it, a creation
  /// with the member `state` is answered 422 `state-not-taken`.
  ///
  /// A reducer must stand every state that decodes, or ``Feature`` must be given what validates states.
  public var takesState = false
  /// Whether a client may push screens whose state it chooses onto stacks. Without it, a screen
  /// appears only when a reducer puts it there.
  public var takesPushes = false
  /// How deep arrays and objects in an action or a state may be nested, at most 512; beyond that it
  /// is answered 422.
  public var maximumDepth = 128
  /// How many elements and members all arrays and objects of an action or a state may have together;
  /// beyond that it is answered 422.
  public var maximumElements = 100_000
  /// How many bytes an action or a state may have; beyond that it is answered 413. The HTTP server
  /// has a limit for all requests besides.
  public var maximumBytes = 1 << 20

  /// - Parameters:
  ///   - takesState: Whether a client may choose the state that a session begins with.
  ///   - takesPushes: Whether a client may push screens whose state it chooses.
  public init(takesState: Bool = false, takesPushes: Bool = false) {
    self.takesState = takesState
    self.takesPushes = takesPushes
  }

  var limits: JSONLimits {
    JSONLimits(depth: maximumDepth, elements: maximumElements, bytes: maximumBytes)
  }

  /// What at least one of two takes.
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
