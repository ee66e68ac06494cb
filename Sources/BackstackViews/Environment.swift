public import FoundationEssentials

/// A value of the surroundings of a view.
@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  /// Creates a value of the surroundings.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { EnvironmentValues.current[keyPath: keyPath] }
}

/// The surroundings of a view.
public struct EnvironmentValues {
  /// The values that views around set, by their keys.
  fileprivate var values: [ObjectIdentifier: Any] = [:]

  /// The surroundings of the view that is evaluated.
  fileprivate static var current: EnvironmentValues {
    EnvironmentValues(values: ScreenWriter.current?.environment.values ?? [:])
  }

  /// A value of your own, by its key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      // As an optional, even nothing would be a value.
      guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Closes the screen.
  public var dismiss: DismissAction {
    DismissAction(dismiss: ScreenWriter.current?.level.dismiss ?? {})
  }

  /// Whether the controls can be used.
  public var isEnabled: Bool { ScreenWriter.current?.environment.isDisabled != true }
  /// The locale of the person.
  public var locale: Locale { Dependency(\.locale).wrappedValue }
  /// The calendar of the person.
  public var calendar: Calendar { Dependency(\.calendar).wrappedValue }
  /// The time zone of the person.
  public var timeZone: TimeZone { Dependency(\.timeZone).wrappedValue }
}

/// The key of a value of the surroundings.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value

  /// The value where no view sets one.
  static var defaultValue: Value { get }
}

extension View {
  /// Sets a value of the surroundings of the views in the view.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    ModifiedView(self) { writer, write in
      var values = EnvironmentValues(values: writer.environment.values)
      values[keyPath: keyPath] = value
      writer.with({ $0.values = values.values }, write)
    }
  }
}

/// Closes a screen: `dismiss()`.
public struct DismissAction {
  let dismiss: () -> Void

  public func callAsFunction() { dismiss() }
}
