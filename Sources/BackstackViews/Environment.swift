public import FoundationEssentials

/// A value of the surroundings of a view.
@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  /// Creates a value of the surroundings.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

/// The surroundings of a view.
public struct EnvironmentValues {
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

/// Closes a screen: `dismiss()`.
public struct DismissAction {
  let dismiss: () -> Void

  public func callAsFunction() { dismiss() }
}
