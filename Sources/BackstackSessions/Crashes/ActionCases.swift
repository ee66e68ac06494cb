/// The cases of an action, from the outermost to the one that a screen handles, found in its JSON
/// without allocating: safe in a signal handler.
///
/// Only names of cases that the feature has are copied, so that no line contains text from a
/// client.
struct ActionCases {
  private let json: UnsafeRawBufferPointer
  /// The feature's name and the names of cases, each with a line break after it.
  private let label: UnsafeRawBufferPointer
  private var index = 0

  /// Creates the cases of an action.
  ///
  /// - Parameters:
  ///   - json: The action, which may be truncated.
  ///   - label: The text of a ``CrashLabel``.
  init(json: UnsafeRawBufferPointer, label: UnsafeRawBufferPointer) {
    self.json = json
    self.label = label
  }

  /// Appends the names, separated by dots; nothing if none is known.
  mutating func write(to text: inout CrashText) {
    var isFirst = true
    var depth = 0
    while depth < 64, let name = nextName() {
      // The JSON of a stack's element has the members `id` and `action`.
      if isMember("action", name) { continue }
      guard isKnown(name) else { return }
      if !isFirst { text.append(0x2E) }
      isFirst = false
      text.append(name)
      depth += 1
    }
  }

  /// Moves to the next name that may be a case: the value itself, or a member of an object. Members
  /// that are neither a case nor the action of an element are skipped.
  private mutating func nextName() -> UnsafeRawBufferPointer? {
    skipBlanks()
    guard index < json.count else { return nil }
    if json[index] == 0x22 { return string() }
    guard json[index] == 0x7B else { return nil }
    index += 1
    while true {
      skipBlanks()
      guard let name = string() else { return nil }
      skipBlanks()
      guard index < json.count, json[index] == 0x3A else { return nil }
      index += 1
      if isMember("action", name) || isKnown(name) { return name }
      skipValue()
      skipBlanks()
      guard index < json.count, json[index] == 0x2C else { return nil }
      index += 1
    }
  }

  /// Returns the bytes of the string that begins here, and moves after it; `nil` if there is no
  /// string or it is truncated.
  private mutating func string() -> UnsafeRawBufferPointer? {
    guard index < json.count, json[index] == 0x22 else { return nil }
    index += 1
    let start = index
    while index < json.count, json[index] != 0x22 { index += json[index] == 0x5C ? 2 : 1 }
    guard index < json.count else { return nil }
    defer { index += 1 }
    return UnsafeRawBufferPointer(rebasing: json[start..<index])
  }

  /// Skips a value, up to the comma or the end of the enclosing object.
  private mutating func skipValue() {
    var depth = 0
    while index < json.count {
      switch json[index] {
      case 0x22:
        guard string() != nil else { return }
        continue
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D:
        if depth == 0 { return }
        depth -= 1
      case 0x2C where depth == 0: return
      default: break
      }
      index += 1
    }
  }

  private mutating func skipBlanks() {
    while index < json.count, json[index] <= 0x20 { index += 1 }
  }

  private func isMember(_ member: StaticString, _ name: UnsafeRawBufferPointer) -> Bool {
    let count = member.utf8CodeUnitCount
    return equal(
      UnsafeRawBufferPointer(start: member.utf8Start, count: count), from: 0, count: count, name)
  }

  /// Returns whether the feature has a case with this name.
  private func isKnown(_ name: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    var position = 0
    var isFeature = true
    while position < label.count {
      if label[position] == 0x0A {
        if !isFeature, equal(label, from: start, count: position - start, name) { return true }
        isFeature = false
        start = position + 1
      }
      position += 1
    }
    return false
  }

  private func equal(
    _ bytes: UnsafeRawBufferPointer, from start: Int, count: Int, _ name: UnsafeRawBufferPointer
  ) -> Bool {
    guard count == name.count, count > 0 else { return false }
    var position = 0
    while position < count {
      guard bytes[start + position] == name[position] else { return false }
      position += 1
    }
    return true
  }
}
