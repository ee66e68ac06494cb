package import BackstackCoding
import FoundationEssentials

/// A value while a person changes it.
package struct Entry: Hashable {
  package enum Kind: Hashable {
    case text, number, json, date, toggle
    case choice([Option])
    /// A number that steps make larger and smaller, unless only the server knows the next one.
    case steps
    case slider
  }

  package struct Option: Hashable {
    package let text: String
    package let value: JSONLiteral
  }

  package let kind: Kind
  private let node: JSONNode?
  /// The typed text, if the value is typed.
  package private(set) var text = ""
  /// How many characters are behind the cursor.
  private var behind = 0
  private var chosen: JSONLiteral

  /// Begins with the value of a node.
  package init(_ kind: Kind, _ node: JSONNode) {
    self.init(kind, value: node["value"]?.literal, node)
  }

  /// Begins with a value.
  package init(_ kind: Kind, value: JSONLiteral?, _ node: JSONNode? = nil) {
    self.kind = kind
    self.node = node
    chosen = value ?? .null
    text = chosen.text ?? (chosen == .null && kind != .json ? "" : chosen.json)
  }

  /// Returns the entry of a field by its kind; `nil` for nodes of other kinds.
  package init?(field node: JSONNode, options: @autoclosure () -> [Option]) {
    switch node["kind"] {
    case "textField", "textEditor", "search":
      switch node["type"] {
      case nil, "string": self.init(.text, node)
      case "integer", "number": self.init(.number, node)
      default: self.init(.json, node)
      }
    case "date": self.init(.date, node)
    case "color": self.init(.text, node)
    case "toggle": self.init(.toggle, node)
    case "picker", "tabs": self.init(.choice(options()), node)
    case "stepper": self.init(.steps, node)
    case "slider": self.init(.slider, node)
    default: return nil
    }
  }

  package var isTyped: Bool {
    switch kind {
    case .text, .number, .json, .date: true
    case .toggle, .choice, .steps, .slider: false
    }
  }

  /// The value that is sent. The server says what is wrong with a text that is no number.
  package var value: JSONLiteral {
    let trimmed = text.trimming(while: \.isWhitespace)
    let parsed = try? JSONLiteral(decoding: Array(trimmed.utf8))
    switch kind {
    case .text: return .string(text)
    case .number:
      if trimmed.isEmpty { return .null }
      if case .number? = parsed { return parsed ?? .null }
      return .string(text)
    case .json: return parsed ?? .string(text)
    case .date: return trimmed.isEmpty ? .null : .string(trimmed)
    case .toggle, .choice, .steps, .slider: return chosen
    }
  }

  // MARK: Changes

  package mutating func type(_ typed: String) {
    text.insert(contentsOf: typed, at: cursor)
    // Typed text may become one character with the text behind it.
    behind = min(behind, text.count)
  }

  package mutating func deleteBackward() {
    let cursor = cursor
    guard cursor > text.startIndex else { return }
    text.remove(at: text.index(before: cursor))
    behind = min(behind, text.count)
  }

  package mutating func moveCursor(by offset: Int) {
    behind = min(max(behind - offset, 0), text.count)
  }

  private var cursor: String.Index {
    text.index(text.endIndex, offsetBy: -behind, limitedBy: text.startIndex) ?? text.startIndex
  }

  /// Switches to the next or the previous value; does nothing where there is none.
  ///
  /// - Parameter offset: 1 or -1.
  package mutating func step(by offset: Int) {
    switch kind {
    case .text, .number, .json, .date: break
    case .toggle: chosen = .bool(chosen != true)
    case .choice(let options):
      guard !options.isEmpty else { return }
      let index = options.firstIndex { $0.value == chosen } ?? (offset > 0 ? -1 : options.count)
      chosen = options[(index + offset + options.count) % options.count].value
    case .steps, .slider: stepNumber(by: offset)
    }
  }

  private mutating func stepNumber(by offset: Int) {
    guard let old = chosen.number else { return }
    let (minimum, maximum) = bounds
    let step = node?["step"]?.number ?? 1
    let next = old + step * Double(offset)
    let limited = max(min(next, maximum), minimum)
    // Tenths have no exact sum.
    let rounded = (limited * 1e9).rounded() / 1e9
    guard rounded.isFinite else { return }
    let isWhole = rounded == rounded.rounded() && rounded.magnitude < 1e15
    chosen = .number(isWhole ? String(Int(rounded)) : "\(rounded)")
  }

  private var bounds: (Double, Double) {
    let isSlider = kind == .slider
    let minimum = node?["min"]?.number ?? (isSlider ? 0 : -Double.greatestFiniteMagnitude)
    let maximum = node?["max"]?.number ?? (isSlider ? 1 : Double.greatestFiniteMagnitude)
    return (minimum, maximum)
  }

  // MARK: Drawing

  /// Returns what is shown.
  ///
  /// - Parameters:
  ///   - isEditing: Whether there is a cursor.
  ///   - width: The number of columns.
  package func shown(isEditing: Bool, width: Int) -> String {
    switch kind {
    case .toggle: return chosen == true ? "[x]" : "[ ]"
    case .choice(let options):
      return "‹ \(options.first { $0.value == chosen }?.text ?? chosen.text ?? chosen.json) ›"
    case .steps: return "− +"
    case .slider:
      let (minimum, maximum) = bounds
      return Bar.text(of: chosen.number ?? minimum, from: minimum, to: maximum) + " \(chosen.json)"
    case .text, .number, .json, .date:
      let isSecret = node?["secure"] == true
      func seen(_ part: Substring) -> String {
        isSecret
          ? String(repeating: "•", count: part.count)
          : String(part.map { $0.isNewline ? "⏎" : $0 })
      }
      guard isEditing else {
        return text.isEmpty ? (node?["prompt"]?.text).map { "(\($0))" } ?? "_" : seen(text[...])
      }
      // The end of a long text gives way to the cursor.
      let before = String(seen(text[..<cursor]).reversed()).prefix(columns: max(1, width - 2))
      return before.reversed() + "▏" + seen(text[cursor...])
    }
  }
}

/// A value in a range, as characters.
enum Bar {
  private static let width = 20

  static func text(of value: Double, from minimum: Double, to maximum: Double) -> String {
    let part = maximum > minimum ? (value - minimum) / (maximum - minimum) : 0
    let count = part.isFinite ? Int((min(max(part, 0), 1) * Double(width)).rounded()) : 0
    return String(repeating: "█", count: count) + String(repeating: "░", count: width - count)
  }
}

extension String {
  fileprivate func trimming(while isRemoved: (Character) -> Bool) -> String {
    var rest = self[...]
    while rest.first.map(isRemoved) == true { rest.removeFirst() }
    while rest.last.map(isRemoved) == true { rest.removeLast() }
    return String(rest)
  }
}
