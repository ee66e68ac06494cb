/// The field that has the keyboard, as the client shows it.
///
/// A view has no state, so the focus is a field of the feature's state that ``View/bind(_:to:)``
/// names: clients tell when a person moves the focus, and the feature can move it, too.
///
/// ```swift
/// @Bindable var store: StoreOf<Form>
/// @FocusState var focus: Form.State.Field?
///
/// TextField("Name", text: $store.name).focused($focus, equals: .name)
/// // …
/// .bind($store.focus, to: $focus)
/// ```
///
/// A closure of a control may set the focus, which sends the binding of that field. In a body, read `store.focus`: the
/// focus itself is none before `bind`, which comes after the views that it modifies.
@propertyWrapper
public struct FocusState<Value: Hashable> {
  /// What `focused` and `bind` know a focus by.
  final class Identity {
    /// The binding of the field of the state that the focus stands for, once ``View/bind(_:to:)`` has named it.
    var field: BackstackViews.Binding<Value>?
  }

  private let identity = Identity()
  private let initial: Value

  /// Creates a focus that is in a field or not.
  public init() where Value == Bool { initial = false }

  /// Creates a focus that is in one of several fields.
  public init<Wrapped>() where Value == Wrapped? { initial = nil }

  /// The field that has the focus; none before ``View/bind(_:to:)``. To set it without `bind` reports an issue.
  public var wrappedValue: Value {
    get { identity.field?.wrappedValue ?? initial }
    nonmutating set {
      guard let field = identity.field else {
        return reportViewIssue(
          "A view moves a focus that is no field of the state: add '.bind($store.focus, to: $focus)'."
        )
      }
      field.wrappedValue = newValue
    }
  }

  public var projectedValue: Binding { Binding(identity: identity) }

  /// A reference to the focus.
  public struct Binding {
    let identity: Identity
  }
}

extension View {
  /// Says that a field has the focus while it has a value.
  public func focused<Value>(
    _ focus: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    ModifiedView(self) { writer, write in
      guard let binding = focus.identity.field else { return write() }
      let isFocused = binding.wrappedValue == value ? writer.encoded(true) : nil
      writer.adding("focused", json: isFocused) {
        writer.adding("focus", writer.sent(by: binding, value), to: write)
      }
    }
  }

  /// Says that a field has the focus while it is true.
  public func focused(_ focus: FocusState<Bool>.Binding) -> some View {
    focused(focus, equals: true)
  }

  /// Makes a field of the state the focus of fields.
  public func bind<Value>(
    _ field: Binding<Value>, to focus: FocusState<Value>.Binding
  ) -> some View {
    focus.identity.field = field
    return self
  }
}
