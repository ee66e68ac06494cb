import BackstackCasePaths

/// The `id` of an identifiable state, or of the payload of an enum's case.
///
/// It knows where the state has its `id`, so that each action can compare it without reflection.
class PresentedID: Equatable, @unchecked Sendable {
  // Sound, as its subclasses are: an immutable hashable value of a Sendable state.

  /// Returns whether a state has this `id`.
  ///
  /// - Parameter state: A state of the type, and in the case, of the state that this `id` is from.
  func isID(of state: UnsafeRawPointer) -> Bool { false }

  /// The `id` itself.
  var hashable: AnyHashable { AnyHashable(ObjectIdentifier(self)) }

  static func == (lhs: PresentedID, rhs: PresentedID) -> Bool {
    lhs === rhs || lhs.hashable == rhs.hashable
  }

  /// Returns the `id` of a state or of its payload; `nil` if neither is identifiable.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func find<State>(in state: UnsafePointer<State>) -> PresentedID? {
    func ofState<Subject: Identifiable>(_: Subject.Type) -> PresentedID {
      StateID<Subject>(UnsafeRawPointer(state))
    }
    func ofPayload<Payload: Identifiable>(_ payload: Payload) -> PresentedID {
      if let path = casePath(of: state.pointee) as? AnyCasePath<State, Payload> {
        return PayloadID(payload, path)
      }
      return ReflectedID<State>(AnyHashable(payload.id))
    }
    if let type = State.self as? any Identifiable.Type { return ofState(type) }
    return (PayloadTraits.payload(of: state.pointee) as? any Identifiable).map { ofPayload($0) }
  }

  /// Returns the case path of a state's case; `nil` if the enum has no case paths.
  private static func casePath<State>(of state: State) -> Any? {
    func find<Enum: CasePathable>(_: Enum.Type) -> Any? { Enum.casePath(caseName(of: state)) }
    return (State.self as? any CasePathable.Type).flatMap { find($0) }
  }
}

/// The `id` of a state.
private final class StateID<State: Identifiable>: PresentedID, @unchecked Sendable {
  // Sound, as its superclass is.
  private let value: State.ID

  init(_ state: UnsafeRawPointer) { value = Self.id(of: state) }

  private static func id(of state: UnsafeRawPointer) -> State.ID {
    // Sound: callers only pass states of this type.
    state.assumingMemoryBound(to: State.self).pointee.id
  }

  override func isID(of state: UnsafeRawPointer) -> Bool { Self.id(of: state) == value }

  override var hashable: AnyHashable { AnyHashable(value) }
}

/// The `id` of the payload of a case that has a case path.
private final class PayloadID<State, Payload: Identifiable>: PresentedID, @unchecked Sendable {
  // Sound, as its superclass is.
  private let value: Payload.ID
  private let extract: @Sendable (State) -> Payload?

  init(_ payload: Payload, _ path: AnyCasePath<State, Payload>) {
    value = payload.id
    extract = path.functions.extract
  }

  override func isID(of state: UnsafeRawPointer) -> Bool {
    // Sound: callers only pass states of this type.
    extract(state.assumingMemoryBound(to: State.self).pointee).map { $0.id == value } ?? false
  }

  override var hashable: AnyHashable { AnyHashable(value) }
}

/// The `id` of a payload that only reflection finds, as the enum has no case paths.
private final class ReflectedID<State>: PresentedID, @unchecked Sendable {
  // Sound, as its superclass is.
  private let value: AnyHashable

  init(_ value: AnyHashable) { self.value = value }

  override func isID(of state: UnsafeRawPointer) -> Bool {
    func id(_ payload: some Identifiable) -> AnyHashable { AnyHashable(payload.id) }
    // Sound: callers only pass states of this type.
    let state = state.assumingMemoryBound(to: State.self).pointee
    return (PayloadTraits.payload(of: state) as? any Identifiable).map { id($0) } == value
  }

  override var hashable: AnyHashable { value }
}
