extension CaseReducer {
  /// The reducer of a case of an enum reducer. Support for the expansion of `@Reducer`, which can't
  /// see whether a case names a feature or another enum reducer: overloads can.
  @inlinable
  public static func _child<Child: Reducer>(
    _: Child.Type, _ child: @autoclosure () -> Child
  ) -> Child {
    child()
  }

  /// The body of an enum reducer inside of another one.
  @inlinable
  public static func _child<Child: CaseReducer>(
    _: Child.Type, _: @autoclosure () -> _NoInstance
  ) -> Child.CaseBody {
    Child.body
  }

  /// Says what to write for a feature that can't be made without arguments.
  // The compiler crashes on a body of a macro's expansion that it can't check.
  @available(
    *, unavailable,
    message: "'init()' can't make it: write how to in the case, 'case edit(Edit = Edit(id: 1))'."
  )
  public static func _child<Child: Reducer>(
    _: Child.Type, _: @autoclosure () -> _NoInstance
  ) -> Child { fatalError() }
}

/// What `.init()` makes where an enum reducer, which has no instances, stands for its body.
public struct _NoInstance {
  @inlinable
  public init() {}
}
