// Modifiers that say something that a client may show.

/// The keyboard for a text field.
public enum UIKeyboardType: String, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, numberPad, phonePad, namePhonePad
  case emailAddress, decimalPad, twitter, webSearch
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL
}

/// What a text field is for, so that a client can fill it in.
public struct TextContentType: Sendable, Hashable {
  let name: String
  public static let name = TextContentType(name: "name")
  public static let givenName = TextContentType(name: "givenName")
  public static let familyName = TextContentType(name: "familyName")
  public static let emailAddress = TextContentType(name: "emailAddress")
  public static let telephoneNumber = TextContentType(name: "telephoneNumber")
  public static let username = TextContentType(name: "username")
  public static let password = TextContentType(name: "password")
  public static let newPassword = TextContentType(name: "newPassword")
  public static let oneTimeCode = TextContentType(name: "oneTimeCode")
  public static let postalCode = TextContentType(name: "postalCode")
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let URL = TextContentType(name: "URL")
}

/// What the return key of a text field says.
public enum SubmitLabel: String, Sendable {
  case done, go, send, join, route, search, `return`, next, `continue`
}

/// The looks of a list.
public enum ListStyle: String, Sendable {
  case automatic, plain, grouped, inset, insetGrouped, sidebar
}

/// The looks of a button.
public enum ButtonStyle: String, Sendable {
  case automatic, bordered, borderedProminent, borderless, plain, glass, glassProminent
}

/// The looks of a picker.
public enum PickerStyle: String, Sendable {
  case automatic, inline, menu, segmented, wheel, navigationLink, radioGroup, palette
}

/// The looks of progress.
public enum ProgressViewStyle: String, Sendable { case automatic, circular, linear }

/// The looks of a toggle.
public enum ToggleStyle: String, Sendable { case automatic, button, `switch`, checkbox }

/// The looks of a label.
public enum LabelStyle: String, Sendable { case automatic, iconOnly, titleOnly, titleAndIcon }

/// The looks of a text field.
public enum TextFieldStyle: String, Sendable { case automatic, plain, roundedBorder, squareBorder }

/// The alignment of lines.
public enum TextAlignment: String, Sendable { case leading, center, trailing }

/// When capital letters are typed by themselves.
public enum TextInputAutocapitalization: String, Sendable {
  case never, words, sentences, characters
}

/// What is left out of a view.
public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let placeholder = RedactionReasons(rawValue: 1)
  public static let privacy = RedactionReasons(rawValue: 2)
}

extension View {
  public func font(_ font: Font?) -> some View {
    member("style", font?.style?.rawValue).member("bold", font?.isBold == true ? true : nil)
      .member("mono", font?.isMonospacedDigit == true ? true : nil)
  }
  public func bold(_ isActive: Bool = true) -> some View { member("bold", isActive ? true : nil) }
  public func italic(_ isActive: Bool = true) -> some View {
    member("italic", isActive ? true : nil)
  }
  public func fontWeight(_ weight: Font.Weight?) -> some View {
    member("bold", weight?.isBold == true ? true : nil)
  }
  public func monospacedDigit() -> some View { member("mono", true) }
  public func strikethrough(_ isActive: Bool = true) -> some View {
    member("strikethrough", isActive ? true : nil)
  }
  public func foregroundStyle(_ color: Color) -> some View { member("color", color.name) }
  public func foregroundColor(_ color: Color?) -> some View { member("color", color?.name) }
  public func tint(_ color: Color?) -> some View { member("tint", color?.name) }
  public func accentColor(_ color: Color?) -> some View { member("tint", color?.name) }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    member("align", alignment.rawValue)
  }
  public func badge(_ count: Int) -> some View { member("badge", count == 0 ? nil : "\(count)") }
  public func badge(_ text: String?) -> some View { member("badge", text) }
  public func badge(_ text: Text?) -> some View { member("badge", text?.string) }
  public func help(_ text: some StringProtocol) -> some View { member("help", String(text)) }
  public func redacted(reason: RedactionReasons) -> some View {
    member("redacted", reason.isEmpty ? nil : true)
  }

  public func keyboardType(_ type: UIKeyboardType) -> some View {
    member("keyboard", type.rawValue)
  }
  public func textContentType(_ type: TextContentType?) -> some View {
    member("content", type?.name)
  }
  public func submitLabel(_ label: SubmitLabel) -> some View {
    member("submitLabel", label.rawValue)
  }
  public func textInputAutocapitalization(_ rule: TextInputAutocapitalization?) -> some View {
    member("capitalization", rule?.rawValue)
  }
  public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View {
    member("autocorrection", isDisabled ? false : nil)
  }

  public func buttonStyle(_ style: ButtonStyle) -> some View { member("style", style.rawValue) }
  public func listStyle(_ style: ListStyle) -> some View { member("style", style.rawValue) }
  public func pickerStyle(_ style: PickerStyle) -> some View { member("style", style.rawValue) }
  public func progressViewStyle(_ style: ProgressViewStyle) -> some View {
    member("style", style.rawValue)
  }
  public func toggleStyle(_ style: ToggleStyle) -> some View { member("style", style.rawValue) }
  public func labelStyle(_ style: LabelStyle) -> some View { member("labelStyle", style.rawValue) }
  public func textFieldStyle(_ style: TextFieldStyle) -> some View { self }
}

/// What a person who does not see the view is told.
extension View {
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    member("accessibilityLabel", String(label))
  }
  public func accessibilityLabel(_ label: Text) -> some View {
    member("accessibilityLabel", label.string)
  }
  public func accessibilityHint(_ hint: some StringProtocol) -> some View {
    member("accessibilityHint", String(hint))
  }
  public func accessibilityValue(_ value: some StringProtocol) -> some View {
    member("accessibilityValue", String(value))
  }
  public func accessibilityHidden(_ isHidden: Bool) -> some View {
    member("hidden", isHidden ? true : nil)
  }
  public func accessibilityIdentifier(_ identifier: String) -> some View {
    member("identifier", identifier)
  }
}

/// An edge of a view.
public struct Edge: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let top = Edge(rawValue: 1)
  public static let leading = Edge(rawValue: 2)
  public static let bottom = Edge(rawValue: 4)
  public static let trailing = Edge(rawValue: 8)
  public static let horizontal: Edge = [.leading, .trailing]
  public static let vertical: Edge = [.top, .bottom]
  public static let all: Edge = [.horizontal, .vertical]
  public typealias Set = Edge
}

/// Whether something is shown.
public enum Visibility: Sendable { case automatic, visible, hidden }

/// Modifiers that only move or paint pixels: they compile, and say nothing.
extension View {
  public func padding(_ edges: Edge = .all, _ length: Double? = nil) -> Self { self }
  public func padding(_ length: Double) -> Self { self }
  public func frame(
    width: Double? = nil, height: Double? = nil, alignment: Alignment = .center
  ) -> Self {
    self
  }
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil,
    minHeight: Double? = nil, idealHeight: Double? = nil, maxHeight: Double? = nil,
    alignment: Alignment = .center
  ) -> Self {
    self
  }
  public func background(_ color: Color) -> Self { self }
  public func opacity(_ opacity: Double) -> Self { self }
  public func cornerRadius(_ radius: Double) -> Self { self }
  public func shadow(radius: Double) -> Self { self }
  public func lineLimit(_ number: Int?) -> Self { self }
  public func fixedSize() -> Self { self }
  public func layoutPriority(_ value: Double) -> Self { self }
  public func listRowBackground(_ color: Color?) -> Self { self }
  public func listRowSeparator(_ visibility: Visibility) -> Self { self }
  public func scrollDismissesKeyboard(_ mode: Visibility) -> Self { self }
  public func labelsHidden() -> Self { self }
  public func imageScale(_ scale: Image.Scale) -> Self { self }
  public func ignoresSafeArea() -> Self { self }
  public func contentShape(_ shape: Color) -> Self { self }
  public func animation(_ animation: Animation?) -> Self { self }
  public func animation(_ animation: Animation?, value: some Equatable) -> Self { self }
  public func transition(_ transition: Animation) -> Self { self }
  public func id(_ id: some Hashable) -> some View {
    ModifiedView(self) { writer, write in writer.identify("\(id)", write) }
  }
  public func environment<Value>(_ keyPath: KeyPath<EnvironmentValues, Value>, _ value: Value)
    -> Self
  {
    self
  }
}
