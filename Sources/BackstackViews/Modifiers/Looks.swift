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

/// The looks of a picker.
public enum PickerStyle: String, Sendable {
  case automatic, inline, menu, segmented, wheel, navigationLink, radioGroup, palette
}

/// The looks of a text field.
public enum TextFieldStyle: String, Sendable { case automatic, plain, roundedBorder, squareBorder }

/// The alignment of lines.
public enum TextAlignment: String, Sendable { case leading, center, trailing }

/// When capital letters are typed by themselves.
public enum TextInputAutocapitalization: String, Sendable {
  case never, words, sentences, characters
}

/// When capital letters are typed by themselves, in the words of UIKit.
public enum UITextAutocapitalizationType: Sendable {
  case none, words, sentences, allCharacters

  fileprivate var rule: TextInputAutocapitalization {
    switch self {
    case .none: .never
    case .words: .words
    case .sentences: .sentences
    case .allCharacters: .characters
    }
  }
}

/// What is left out of a view.
public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let placeholder = RedactionReasons(rawValue: 1)
  public static let privacy = RedactionReasons(rawValue: 2)
}

/// What modifiers around texts say about them.
struct TextLooks {
  var style: Font.TextStyle?
  var color: Color?
  var traits = TextTraits()
  var alignment: TextAlignment?
}

/// A kind of controls that has looks by name.
enum StyledKind { case button, date, list, picker, progress, toggle }

extension View {
  /// Changes the looks of the texts in the view.
  fileprivate func texts(_ change: @escaping (inout TextLooks) -> Void) -> some View {
    ModifiedView(self) { writer, write in writer.with({ change(&$0.text) }, write) }
  }

  /// Sets the looks of the controls in the view that are of a kind; `nil` says nothing.
  func styled(_ kind: StyledKind, _ name: String?) -> some View {
    ModifiedView(self) { writer, write in
      guard let name else { return write() }
      writer.with({ $0.styles.append((kind, name)) }, write)
    }
  }
}

extension ScreenWriter {
  /// Writes the looks that a view around sets for controls of a kind.
  func putStyle(_ kind: StyledKind) {
    guard let name = environment.styles.last(where: { $0.kind == kind })?.name,
      name != "automatic"
    else { return }
    put("style", name)
  }
}

extension View {
  /// Sets the font of the texts in the view.
  public func font(_ font: Font?) -> some View {
    texts {
      $0.style = font?.style
      $0.traits.font = font?.traits
    }
  }
  public func bold(_ isActive: Bool = true) -> some View {
    texts { $0.traits.set(.bold, isActive) }
  }
  public func italic(_ isActive: Bool = true) -> some View {
    texts { $0.traits.set(.italic, isActive) }
  }
  public func fontWeight(_ weight: Font.Weight?) -> some View {
    texts { $0.traits.set(.bold, weight?.isBold) }
  }
  public func monospacedDigit() -> some View { texts { $0.traits.set(.mono, true) } }
  public func monospaced(_ isActive: Bool = true) -> some View {
    texts { $0.traits.set(.mono, isActive) }
  }
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
    texts { $0.traits.set(.strikethrough, isActive) }
  }
  /// Sets the color of the texts and icons in the view.
  public func foregroundStyle(_ color: Color) -> some View { texts { $0.color = color } }
  /// Sets the color of the texts and icons in the view; a client draws no second one.
  public func foregroundStyle(_ primary: Color, _ secondary: Color) -> some View {
    foregroundStyle(primary)
  }
  /// A gradient or a picture says nothing.
  @_disfavoredOverload
  public func foregroundStyle(_ style: some View) -> Self { self }
  public func foregroundColor(_ color: Color?) -> some View { texts { $0.color = color } }
  public func tint(_ color: Color?) -> some View { member("tint", color?.name) }
  public func accentColor(_ color: Color?) -> some View { member("tint", color?.name) }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    texts { $0.alignment = alignment }
  }
  public func badge(_ count: Int) -> some View { member("badge", count == 0 ? nil : "\(count)") }
  public func badge(_ text: String?) -> some View { member("badge", text) }
  public func badge(_ text: Text?) -> some View { member("badge", text?.string) }
  public func help(_ text: some StringProtocol) -> some View { member("help", String(text)) }
  public func help(_ text: Text) -> some View { member("help", text.string) }
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
  public func autocapitalization(_ rule: UITextAutocapitalizationType) -> some View {
    textInputAutocapitalization(rule.rule)
  }
  public func disableAutocorrection(_ isDisabled: Bool?) -> some View {
    autocorrectionDisabled(isDisabled == true)
  }
  public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View {
    member("autocorrection", isDisabled ? false : nil)
  }

  public func listStyle(_ style: ListStyle) -> some View { styled(.list, style.rawValue) }
  public func pickerStyle(_ style: PickerStyle) -> some View { styled(.picker, style.rawValue) }
  public func textFieldStyle(_ style: TextFieldStyle) -> some View { self }
}

extension View {
  /// Says how a client shows a picker of dates.
  public func datePickerStyle(_ style: DatePickerStyle) -> some View {
    styled(.date, style.rawValue)
  }
  public func formStyle(_ style: FormStyle) -> Self { self }
  public func gaugeStyle(_ style: GaugeStyle) -> Self { self }
  public func menuStyle(_ style: MenuStyle) -> Self { self }
  public func tabViewStyle(_ style: TabViewStyle) -> Self { self }
}

/// The looks of a picker of dates.
public enum DatePickerStyle: String, Sendable { case automatic, compact, graphical, wheel, field }

/// The looks of a form.
public enum FormStyle: Sendable { case automatic, columns, grouped }

/// The looks of a gauge.
public enum GaugeStyle: Sendable {
  case automatic, accessoryCircular, accessoryCircularCapacity, accessoryLinear
  case accessoryLinearCapacity, linearCapacity
}

/// The looks of a menu.
public enum MenuStyle: Sendable { case automatic, borderlessButton, button }

/// The looks of tabs.
public enum TabViewStyle: Sendable { case automatic, page, sidebarAdaptable }

/// The text that a person who does not see the view hears.
extension View {
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    accessibility("label", String(label))
  }
  public func accessibilityLabel(_ label: Text) -> some View {
    accessibility("label", label.string)
  }
  public func accessibilityHint(_ hint: some StringProtocol) -> some View {
    accessibility("hint", String(hint))
  }
  public func accessibilityHint(_ hint: Text) -> some View { accessibility("hint", hint.string) }
  public func accessibilityValue(_ value: some StringProtocol) -> some View {
    accessibility("value", String(value))
  }
  public func accessibilityValue(_ value: Text) -> some View {
    accessibility("value", value.string)
  }
  public func accessibilityHidden(_ isHidden: Bool) -> some View {
    member("hidden", isHidden ? true : nil)
  }
  public func accessibilityIdentifier(_ identifier: String) -> some View {
    accessibility("id", identifier)
  }
  public func accessibilityInputLabels(_ labels: [some StringProtocol]) -> Self { self }
  public func accessibilitySortPriority(_ priority: Double) -> Self { self }
  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> Self { self }
  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> Self { self }
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> Self { self }
  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> Self { self }

  private func accessibility(_ key: StaticString, _ value: String?) -> some View {
    ModifiedView(self) { writer, write in
      writer.addingAccessibility(key, json: value.flatMap { writer.encoded($0) }, to: write)
    }
  }
}

/// The level of a heading.
public enum AccessibilityHeadingLevel: Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }

/// Whether a person who does not see a view hears of its parts, which the client decides.
public enum AccessibilityChildBehavior: Sendable { case ignore, contain, combine }

/// What a person who does not see a view hears that it is: a client knows by its kind.
public struct AccessibilityTraits: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let isButton = AccessibilityTraits(rawValue: 1)
  public static let isHeader = AccessibilityTraits(rawValue: 2)
  public static let isSelected = AccessibilityTraits(rawValue: 4)
  public static let isLink = AccessibilityTraits(rawValue: 8)
  public static let isImage = AccessibilityTraits(rawValue: 16)
  public static let isStaticText = AccessibilityTraits(rawValue: 32)
  public static let updatesFrequently = AccessibilityTraits(rawValue: 64)
}

extension View {
  /// Gives the view an identity of its own: the ids of its nodes begin with it.
  public func id(_ id: some Hashable) -> some View {
    ModifiedView(self) { writer, write in writer.identify(named: "\(id)", write) }
  }

  /// Shows nothing of the view.
  public func hidden() -> EmptyView { EmptyView() }
}
