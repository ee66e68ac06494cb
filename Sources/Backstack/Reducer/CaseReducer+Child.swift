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
