// Looks by name, and looks of one's own: these compile and say nothing, as a client draws the
// controls.

/// The looks of a control.
public protocol ControlStyle {
  /// The name by which clients know the looks. Support for the styles of this library.
  var _name: String? { get }
}

extension ControlStyle {
  public var _name: String? { nil }
}

/// The looks of a control that clients know by name.
public struct NamedStyle<Configuration>: ControlStyle {
  public let _name: String?

  fileprivate init(_ name: String) { _name = name }

  public func makeBody(configuration: Configuration) -> EmptyView { EmptyView() }
}

/// The looks of a button.
public protocol ButtonStyle: ControlStyle {
  /// The type of a button with these looks.
  associatedtype Body: View
  typealias Configuration = ButtonStyleConfiguration

  /// Returns the control with these looks. Never called: a client draws the control.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// A button whose looks are made.
public struct ButtonStyleConfiguration {
  /// The label.
  public let label: AnyView
  /// What the button does.
  public let role: ButtonRole?
  /// Whether a person presses it.
  public let isPressed: Bool
}

extension NamedStyle: ButtonStyle where Configuration == ButtonStyleConfiguration {}

extension ButtonStyle where Self == NamedStyle<ButtonStyleConfiguration> {
  public static var automatic: Self { Self("automatic") }
  public static var bordered: Self { Self("bordered") }
  public static var borderedProminent: Self { Self("borderedProminent") }
  public static var borderless: Self { Self("borderless") }
  public static var plain: Self { Self("plain") }
  public static var glass: Self { Self("glass") }
  public static var glassProminent: Self { Self("glassProminent") }
}

/// The looks of a toggle.
public protocol ToggleStyle: ControlStyle {
  /// The type of a toggle with these looks.
  associatedtype Body: View
  typealias Configuration = ToggleStyleConfiguration

  /// Returns the control with these looks. Never called: a client draws the control.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// A toggle whose looks are made.
public struct ToggleStyleConfiguration {
  /// The label.
  public let label: AnyView
  /// Whether it is on.
  @Binding public var isOn: Bool
}

extension NamedStyle: ToggleStyle where Configuration == ToggleStyleConfiguration {}

extension ToggleStyle where Self == NamedStyle<ToggleStyleConfiguration> {
  public static var automatic: Self { Self("automatic") }
  public static var button: Self { Self("button") }
  public static var `switch`: Self { Self("switch") }
  public static var checkbox: Self { Self("checkbox") }
}

/// The looks of a label.
public protocol LabelStyle: ControlStyle {
  /// The type of a label with these looks.
  associatedtype Body: View
  typealias Configuration = LabelStyleConfiguration

  /// Returns the control with these looks. Never called: a client draws the control.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// A label whose looks are made.
public struct LabelStyleConfiguration {
  /// The title.
  public let title: AnyView
  /// The icon.
  public let icon: AnyView
}

extension NamedStyle: LabelStyle where Configuration == LabelStyleConfiguration {}

extension LabelStyle where Self == NamedStyle<LabelStyleConfiguration> {
  public static var automatic: Self { Self("automatic") }
  public static var iconOnly: Self { Self("iconOnly") }
  public static var titleOnly: Self { Self("titleOnly") }
  public static var titleAndIcon: Self { Self("titleAndIcon") }
}

/// The looks of progress.
public protocol ProgressViewStyle: ControlStyle {
  /// The type of progress with these looks.
  associatedtype Body: View
  typealias Configuration = ProgressViewStyleConfiguration

  /// Returns the control with these looks. Never called: a client draws the control.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// Progress whose looks are made.
public struct ProgressViewStyleConfiguration {
  /// How much is done, from 0 to 1; `nil` if that is not known.
  public let fractionCompleted: Double?
  /// The label.
  public let label: AnyView?
  /// The label of the value.
  public let currentValueLabel: AnyView?
}

extension NamedStyle: ProgressViewStyle where Configuration == ProgressViewStyleConfiguration {}

extension ProgressViewStyle where Self == NamedStyle<ProgressViewStyleConfiguration> {
  public static var automatic: Self { Self("automatic") }
  public static var circular: Self { Self("circular") }
  public static var linear: Self { Self("linear") }
}

extension View {
  public func buttonStyle(_ style: some ButtonStyle) -> some View { styled(.button, style._name) }
  public func toggleStyle(_ style: some ToggleStyle) -> some View { styled(.toggle, style._name) }
  public func progressViewStyle(_ style: some ProgressViewStyle) -> some View {
    styled(.progress, style._name)
  }
  public func labelStyle(_ style: some LabelStyle) -> some View {
    member("labelStyle", style._name)
  }
}
