/// The members or elements of a value that is encoded in parts.
final class OutputTree {
  /// The value that contains this one. Weak, since that value owns this one.
  private weak var parent: OutputTree?
  private let key: JSONCodingKey?
  /// The form of the value, if it is a container.
  var form: Frame.Form = .vacant
  /// Whether the members are those of a dictionary, which have no order.
  var sortsMembers = false
  private var parts: [Part] = []
  private var positions: [String: Int] = [:]
  private var replaced: [ObjectIdentifier: JSONOutput] = [:]

  private struct Part {
    let key: String
    var value: JSONOutput?
  }

  init(_ key: JSONCodingKey? = nil, of parent: OutputTree? = nil) {
    self.key = key
    self.parent = parent
  }

  /// - Complexity: O(depth).
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var tree: OutputTree? = self
    while let part = tree {
      if let key = part.key { path.append(key) }
      tree = part.parent
    }
    path.reverse()
    return path
  }

  func element(of output: JSONOutput) -> JSONOutput {
    let value = makeOutput(for: .index(parts.count), in: output)
    parts.append(Part(key: "", value: value))
    return value
  }

  /// - Returns: The existing value, if it is a container to continue; otherwise a new one that
  ///   replaces it.
  func member(_ key: String, of output: JSONOutput, merging: Frame.Form?) -> JSONOutput {
    guard let position = positions[key] else {
      let value = makeOutput(for: .key(key), in: output)
      positions[key] = parts.count
      parts.append(Part(key: key, value: value))
      return value
    }
    let known = parts[position].value
    if let known, let form = known.tree?.form, form == merging { return known }
    let value = makeOutput(for: .key(key), in: output)
    parts[position].value = value
    if let known { replaced[ObjectIdentifier(value)] = known }
    return value
  }

  /// Removes a part, and restores what it replaced.
  func recycle(_ output: JSONOutput) {
    guard let position = parts.lastIndex(where: { $0.value === output }) else { return }
    parts[position].value = replaced.removeValue(forKey: ObjectIdentifier(output))
  }

  /// Discards the value.
  func makeVacant() {
    form = .vacant
    parts = []
    positions = [:]
  }

  private func makeOutput(for key: JSONCodingKey, in output: JSONOutput) -> JSONOutput {
    JSONOutput(
      userInfo: output.userInfo, context: output.context, tree: OutputTree(key, of: self))
  }

  /// Appends the document below `root`, and empties its values.
  ///
  /// Not recursive, since the document's depth may exceed the stack.
  static func write(_ root: JSONOutput, to bytes: inout [UInt8]) {
    var open: [(parts: [Part], next: Int, form: Frame.Form, isFirst: Bool)] = []
    begin(root, &open, &bytes)
    while let last = open.indices.last {
      guard open[last].next < open[last].parts.count else {
        bytes.append(open.removeLast().form == .object ? 0x7D : 0x5D)
        continue
      }
      let part = open[last].parts[open[last].next]
      open[last].next += 1
      guard let value = part.value else { continue }
      if !open[last].isFirst { bytes.append(0x2C) }
      open[last].isFirst = false
      if open[last].form == .object {
        JSONString.append(part.key, to: &bytes)
        bytes.append(0x3A)
      }
      begin(value, &open, &bytes)
    }
  }

  private static func begin(
    _ output: JSONOutput,
    _ open: inout [(parts: [Part], next: Int, form: Frame.Form, isFirst: Bool)],
    _ bytes: inout [UInt8]
  ) {
    guard let tree = output.tree else { return }
    switch tree.form {
    case .object, .array:
      bytes.append(tree.form == .object ? 0x7B : 0x5B)
      var parts = tree.parts
      if tree.sortsMembers { parts.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } }
      open.append((parts, 0, tree.form, true))
      // Emptied, so that releasing the root isn't recursive either.
      tree.parts = []
    default:
      if output.buffer.count == 0 {
        bytes.append(contentsOf: "{}".utf8)
      } else {
        bytes.append(contentsOf: output.buffer.bytes)
      }
    }
  }
}
