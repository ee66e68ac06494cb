// Looks by name, and looks of one's own: these compile and say nothing, as a client draws the
// controls.

/// The looks of a button.
public protocol ButtonStyle {
  /// The type of a button with these looks.
  associatedtype Body: View
  typealias Configuration = ButtonStyleConfiguration

  /// Returns a button with these looks. Never called: a client draws the button.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body

  /// The name by which clients know the looks. Support for the styles of this library.
  var _name: String? { get }
}

extension ButtonStyle {
  public var _name: String? { nil }
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

/// The looks of a button that clients know by name.
public struct NamedButtonStyle: ButtonStyle {
  public let _name: String?

  fileprivate init(_ name: String) { _name = name }

  public func makeBody(configuration: Configuration) -> AnyView { configuration.label }
}

extension ButtonStyle where Self == NamedButtonStyle {
  public static var automatic: NamedButtonStyle { NamedButtonStyle("automatic") }
  public static var bordered: NamedButtonStyle { NamedButtonStyle("bordered") }
  public static var borderedProminent: NamedButtonStyle { NamedButtonStyle("borderedProminent") }
  public static var borderless: NamedButtonStyle { NamedButtonStyle("borderless") }
  public static var plain: NamedButtonStyle { NamedButtonStyle("plain") }
  public static var glass: NamedButtonStyle { NamedButtonStyle("glass") }
  public static var glassProminent: NamedButtonStyle { NamedButtonStyle("glassProminent") }
}

/// The looks of a toggle.
public protocol ToggleStyle {
  /// The type of a toggle with these looks.
  associatedtype Body: View
  typealias Configuration = ToggleStyleConfiguration

  /// Returns a toggle with these looks. Never called: a client draws the toggle.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body

  /// The name by which clients know the looks. Support for the styles of this library.
  var _name: String? { get }
}

extension ToggleStyle {
  public var _name: String? { nil }
}

/// A toggle whose looks are made.
public struct ToggleStyleConfiguration {
  /// The label.
  public let label: AnyView
  /// Whether it is on.
  @Binding public var isOn: Bool
}

/// The looks of a toggle that clients know by name.
public struct NamedToggleStyle: ToggleStyle {
  public let _name: String?

  fileprivate init(_ name: String) { _name = name }

  public func makeBody(configuration: Configuration) -> AnyView { configuration.label }
}

extension ToggleStyle where Self == NamedToggleStyle {
  public static var automatic: NamedToggleStyle { NamedToggleStyle("automatic") }
  public static var button: NamedToggleStyle { NamedToggleStyle("button") }
  public static var `switch`: NamedToggleStyle { NamedToggleStyle("switch") }
  public static var checkbox: NamedToggleStyle { NamedToggleStyle("checkbox") }
}

/// The looks of a label.
public protocol LabelStyle {
  /// The type of a label with these looks.
  associatedtype Body: View
  typealias Configuration = LabelStyleConfiguration

  /// Returns a label with these looks. Never called: a client draws the label.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body

  /// The name by which clients know the looks. Support for the styles of this library.
  var _name: String? { get }
}

extension LabelStyle {
  public var _name: String? { nil }
}

/// A label whose looks are made.
public struct LabelStyleConfiguration {
  /// The title.
  public let title: AnyView
  /// The icon.
  public let icon: AnyView
}

/// The looks of a label that clients know by name.
public struct NamedLabelStyle: LabelStyle {
  public let _name: String?

  fileprivate init(_ name: String) { _name = name }

  public func makeBody(configuration: Configuration) -> AnyView { configuration.title }
}

extension LabelStyle where Self == NamedLabelStyle {
  public static var automatic: NamedLabelStyle { NamedLabelStyle("automatic") }
  public static var iconOnly: NamedLabelStyle { NamedLabelStyle("iconOnly") }
  public static var titleOnly: NamedLabelStyle { NamedLabelStyle("titleOnly") }
  public static var titleAndIcon: NamedLabelStyle { NamedLabelStyle("titleAndIcon") }
}

/// The looks of progress.
public protocol ProgressViewStyle {
  /// The type of progress with these looks.
  associatedtype Body: View
  typealias Configuration = ProgressViewStyleConfiguration

  /// Returns progress with these looks. Never called: a client draws the progress.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body

  /// The name by which clients know the looks. Support for the styles of this library.
  var _name: String? { get }
}

extension ProgressViewStyle {
  public var _name: String? { nil }
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

/// The looks of progress that clients know by name.
public struct NamedProgressViewStyle: ProgressViewStyle {
  public let _name: String?

  fileprivate init(_ name: String) { _name = name }

  public func makeBody(configuration: Configuration) -> AnyView? { configuration.label }
}

extension ProgressViewStyle where Self == NamedProgressViewStyle {
  public static var automatic: NamedProgressViewStyle { NamedProgressViewStyle("automatic") }
  public static var circular: NamedProgressViewStyle { NamedProgressViewStyle("circular") }
  public static var linear: NamedProgressViewStyle { NamedProgressViewStyle("linear") }
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
