/// A printer of the lines in which two descriptions differ.
struct DiffPrinter {
  private enum Side: String {
    case old = "- "
    case new = "+ "
    case both = "  "
  }

  /// Whether a value and its counterpart need not be shown.
  let isUnchanged: (Description, Description) -> Bool
  private var lines: [String] = []

  init(isUnchanged: @escaping (Description, Description) -> Bool) {
    self.isUnchanged = isUnchanged
  }

  var text: String { lines.joined(separator: "\n") }

  /// Writes two values that differ.
  mutating func printDifference(_ old: Description, _ new: Description) {
    printDifference(
      .init(label: nil, description: old), .init(label: nil, description: new), indentation: "",
      separators: ("", ""))
  }

  private mutating func printDifference(
    _ old: Description.Part, _ new: Description.Part, indentation: String,
    separators: (old: String, new: String)
  ) {
    let (oldValue, newValue) = (old.description, new.description)
    let canBeShownAsOne =
      oldValue.style != .leaf && oldValue.opening == newValue.opening
      && oldValue.closing == newValue.closing && oldValue.type == newValue.type
    if canBeShownAsOne {
      let steps = Alignment(oldValue, newValue).steps
      if !steps.allSatisfy({ isUnchanged($0, oldValue, newValue) }) {
        lines.append(Side.both.rawValue + indentation + (new.label ?? "") + newValue.opening)
        printParts(oldValue, newValue, steps, indentation: indentation + "  ")
        lines.append(Side.both.rawValue + indentation + newValue.closing + separators.new)
        return
      }
    }
    let remark = remark(on: oldValue, newValue)
    printWhole(old, .old, indentation: indentation, separator: separators.old + remark.old)
    printWhole(new, .new, indentation: indentation, separator: separators.new + remark.new)
  }

  private mutating func printParts(
    _ old: Description, _ new: Description, _ steps: [Alignment.Step], indentation: String
  ) {
    func separator(_ value: Description, after position: Int) -> String {
      position == value.parts.count - 1 ? "" : value.separator
    }
    var unchanged: [Description.Part] = []
    for step in steps {
      if case .both(_, let position) = step, isUnchanged(step, old, new) {
        unchanged.append(new.parts[position])
        continue
      }
      printUnchanged(&unchanged, indentation, new.separator)
      switch step {
      case .both(let oldPosition, let newPosition):
        printDifference(
          old.parts[oldPosition], new.parts[newPosition], indentation: indentation,
          separators: (separator(old, after: oldPosition), separator(new, after: newPosition)))
      case .removed(let position):
        printWhole(
          old.parts[position], .old, indentation: indentation,
          separator: separator(old, after: position))
      case .added(let position):
        printWhole(
          new.parts[position], .new, indentation: indentation,
          separator: separator(new, after: position))
      }
    }
    printUnchanged(&unchanged, indentation, "")
  }

  /// Writes unchanged parts: a single part of one line as it is, otherwise the number of parts.
  private mutating func printUnchanged(
    _ parts: inout [Description.Part], _ indentation: String, _ separator: String
  ) {
    defer { parts = [] }
    guard let first = parts.first else { return }
    if parts.count == 1, first.description.style == .leaf {
      return printWhole(first, .both, indentation: indentation, separator: separator)
    }
    lines.append("\(Side.both.rawValue)\(indentation)… (\(parts.count) unchanged)\(separator)")
  }

  private mutating func printWhole(
    _ part: Description.Part, _ side: Side, indentation: String, separator: String
  ) {
    var whole: [String] = []
    part.description.append(
      to: &whole, indentation: indentation, label: part.label, separator: separator)
    lines += whole.map { side.rawValue + $0 }
  }

  private func isUnchanged(
    _ step: Alignment.Step, _ old: Description, _ new: Description
  ) -> Bool {
    guard case .both(let oldPosition, let newPosition) = step else { return false }
    return isUnchanged(old.parts[oldPosition].description, new.parts[newPosition].description)
  }

  /// Returns remarks that distinguish values with the same text.
  private func remark(on old: Description, _ new: Description) -> (old: String, new: String) {
    guard old.lines == new.lines else { return ("", "") }
    if old.type != new.type {
      return (" as \(fullName(of: old.type))", " as \(fullName(of: new.type))")
    }
    let remark = "  // not equal, but described alike: \(fullName(of: new.type))"
    return (remark, remark)
  }
}

extension Alignment {
  /// Creates the pairing of the parts of two values that are shown as one.
  init(_ old: Description, _ new: Description) {
    switch new.style {
    case .named:
      self.init(old.parts.map(\.label), new.parts.map(\.label), pairsRest: false)
    case .list:
      self.init(
        old.parts.map(\.description.fingerprint), new.parts.map(\.description.fingerprint),
        pairsRest: true)
    case .bag, .leaf:
      self.init(
        old.parts.map(\.description.fingerprint), new.parts.map(\.description.fingerprint),
        pairsRest: false)
    }
  }
}
