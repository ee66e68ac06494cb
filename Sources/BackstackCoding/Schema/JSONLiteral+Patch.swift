extension JSONLiteral {
  /// Returns the value after a JSON Patch, as ``JSONPatch`` makes them: of the operations `add`,
  /// `remove` and `replace` (RFC 6902).
  ///
  /// - Returns: `nil` if the patch has another form, or one of its pointers leads nowhere.
  package func applying(_ patch: JSONLiteral) -> JSONLiteral? {
    guard case .array(let operations) = patch else { return nil }
    var result = self
    for operation in operations {
      guard case .string(let name)? = operation["op"], case .string(let path)? = operation["path"]
      else { return nil }
      let steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
      guard result.apply(name, at: steps[...], operation["value"]) else { return nil }
    }
    return result
  }

  /// - Returns: Whether the operation applies.
  fileprivate mutating func apply(
    _ name: String, at steps: ArraySlice<String>, _ value: JSONLiteral?
  ) -> Bool {
    guard let step = steps.first else {
      guard name != "remove", let value else { return false }
      self = value
      return true
    }
    switch self {
    case .array(var elements):
      guard let index = step == "-" ? elements.count : Int(step),
        elements.apply(name, at: index, steps.dropFirst(), value)
      else { return false }
      self = .array(elements)
    case .object(var members):
      guard members.apply(name, at: step, steps.dropFirst(), value) else { return false }
      self = .object(members)
    default: return false
    }
    return true
  }
}

extension [JSONLiteral] {
  fileprivate mutating func apply(
    _ name: String, at index: Int, _ steps: ArraySlice<String>, _ value: JSONLiteral?
  ) -> Bool {
    if steps.isEmpty, name == "add" {
      guard (0...count).contains(index), let value else { return false }
      insert(value, at: index)
      return true
    }
    guard indices.contains(index) else { return false }
    guard steps.isEmpty, name == "remove" else { return self[index].apply(name, at: steps, value) }
    remove(at: index)
    return true
  }
}

extension [JSONLiteral.Member] {
  fileprivate mutating func apply(
    _ name: String, at member: String, _ steps: ArraySlice<String>, _ value: JSONLiteral?
  ) -> Bool {
    guard let index = firstIndex(where: { $0.name == member }) else {
      guard steps.isEmpty, name == "add", let value else { return false }
      append(JSONLiteral.Member(member, value))
      return true
    }
    guard steps.isEmpty, name == "remove" else {
      return self[index].value.apply(name, at: steps, value)
    }
    remove(at: index)
    return true
  }
}
