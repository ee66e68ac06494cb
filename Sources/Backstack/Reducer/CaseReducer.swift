/// A reducer whose state and action are enums with a case for each of several features, such as the
/// destinations of a screen or the screens of a stack. `@Reducer enum Path { … }` generates one.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Action: CasePathable {
  /// The type of the static ``body``.
  associatedtype CaseBody: Reducer<State, Action>

  /// The features' reducers, each under its case.
  @ReducerBuilder<State, Action>
  static var body: CaseBody { get }

  /// The type of ``Store/case``: an enum with a store for each case that is a feature, and the data
  /// of the others. It is the store itself if there is no such enum.
  associatedtype CaseScope = Store<State, Action>

  /// Returns the current case of a store's state, with a store of its feature.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The static ``body``.
  public var body: CaseBody { Self.body }
}

extension CaseReducer where CaseScope == Store<State, Action> {
  public static func scope(_ store: Store<State, Action>) -> CaseScope { store }
}

/// The state of a ``CaseReducer``. It names its reducer, so that operators don't need a reducer
/// argument.
public protocol CaseReducerState: CasePathable, Sendable {
  /// The reducer whose state this is.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// Whether any of the state's own actions ends it, as with an alert.
  ///
  /// `@Reducer` generates it; the default implementation inspects the payload by reflection.
  var isEphemeral: Bool { get }
}

extension CaseReducerState {
  public var isEphemeral: Bool { PayloadTraits.isEphemeral(self) }

  /// Returns whether a payload type is that of an alert or another ephemeral state. Support for the
  /// expansion of `@Reducer`.
  public static func _isEphemeral<Payload>(_: Payload.Type) -> Bool {
    Payload.self is any _EphemeralState.Type
  }
}

extension CaseReducer {
  /// Returns the reducer of a case of an enum reducer. Support for the expansion of `@Reducer`: the
  /// macro can't know whether a case names a feature or another enum reducer, but overloads can.
  @inlinable
  public static func _child<Child: Reducer>(
    _: Child.Type, _ child: @autoclosure () -> Child
  ) -> Child {
    child()
  }

  /// Returns the body of an enum reducer inside of another one.
  @inlinable
  public static func _child<Child: CaseReducer>(
    _: Child.Type, _: @autoclosure () -> _NoInstance
  ) -> Child.CaseBody {
    Child.body
  }

  /// Explains, as a compiler error, what to write for a feature whose initializer needs arguments.
  // Has a body, because the compiler crashes on a macro-generated body that it can't type-check.
  @available(
    *, unavailable,
    message: "The feature has no 'init()': write how to create it, 'case edit(Edit = Edit(id: 1))'."
  )
  public static func _child<Child: Reducer>(
    _: Child.Type, _: @autoclosure () -> _NoInstance
  ) -> Child { fatalError() }
}

/// The type of `.init()` where an enum reducer, which has no instances, stands for its body.
public struct _NoInstance {
  @inlinable
  public init() {}
}
