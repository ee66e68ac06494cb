/// The cases of an action, from the outermost to the one that a screen handles, found in its JSON without
/// allocating: safe in a signal handler.
///
/// Nothing but names of cases that the feature has is taken over, so that no line has what a client sent.
struct ActionCases {
  private let json: UnsafeRawBufferPointer
  /// The feature's name, and names of cases, each with a line break after it.
  private let label: UnsafeRawBufferPointer
  private var index = 0

  /// - Parameters:
  ///   - json: The action, which may be cut off.
  ///   - label: The text of a ``CrashLabel``.
  init(json: UnsafeRawBufferPointer, label: UnsafeRawBufferPointer) {
    self.json = json
    self.label = label
  }

  /// Appends the names with dots between them; nothing when none is known.
  mutating func write(to text: inout CrashText) {
    var isFirst = true
    var depth = 0
    while depth < 64, let name = nextName() {
      // An element of a stack has its action beside its id.
      if isMember("action", name) { continue }
      guard isKnown(name) else { return }
      if !isFirst { text.append(0x2E) }
      isFirst = false
      text.append(name)
      depth += 1
    }
  }

  /// Goes to the next name that may be a case: the value itself, or a member of an object, in which what
  /// is neither a case nor the action of an element is skipped.
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

  /// The bytes of the string that begins here, up to its end; `nil` when there is none or it is cut off.
  private mutating func string() -> UnsafeRawBufferPointer? {
    guard index < json.count, json[index] == 0x22 else { return nil }
    index += 1
    let start = index
    while index < json.count, json[index] != 0x22 { index += json[index] == 0x5C ? 2 : 1 }
    guard index < json.count else { return nil }
    defer { index += 1 }
    return UnsafeRawBufferPointer(rebasing: json[start..<index])
  }

  /// Skips a value: up to the comma or the end of the object around it.
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
      UnsafeRawBufferPointer(start: member.utf8Start, count: count), 0, count, name)
  }

  /// Whether the feature has a case of this name.
  private func isKnown(_ name: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    var position = 0
    var isFeature = true
    while position < label.count {
      if label[position] == 0x0A {
        if !isFeature, equal(label, start, position - start, name) { return true }
        isFeature = false
        start = position + 1
      }
      position += 1
    }
    return false
  }

  private func equal(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ count: Int, _ name: UnsafeRawBufferPointer
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
