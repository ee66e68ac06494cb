extension JSONLiteral {
  /// Returns the value after a JSON Patch, as ``JSONPatch`` makes them.
  ///
  /// - Returns: `nil` if the patch has another form, or one of its operations does not fit.
  package func applying(_ patch: JSONLiteral) -> JSONLiteral? {
    guard case .array(let operations) = patch else { return nil }
    var result = self
    for operation in operations { guard result.apply(operation) else { return nil } }
    return result
  }

  /// Applies an operation of a JSON Patch (RFC 6902): one of those that the service sends, which are
  /// add, remove and replace.
  ///
  /// - Returns: Whether it fits; otherwise nothing has changed.
  /// - Complexity: O(*n*) in the size of the containers on the way.
  package mutating func apply(_ operation: JSONLiteral) -> Bool {
    guard case .string(let op)? = operation["op"], case .string(let path)? = operation["path"],
      path.isEmpty || path.hasPrefix("/"), ["add", "remove", "replace"].contains(op)
    else { return false }
    let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
    return apply(op, names[...], operation["value"])
  }

  fileprivate mutating func apply(
    _ op: String, _ names: ArraySlice<String>, _ value: JSONLiteral?
  ) -> Bool {
    guard let name = names.first else {
      guard op != "remove", let value else { return false }
      self = value
      return true
    }
    switch self {
    case .array(var elements):
      guard elements.apply(op, to: name, below: names.dropFirst(), value) else { return false }
      self = .array(elements)
      return true
    case .object:
      return applyToMember(op, name, below: names.dropFirst(), value)
    default: return false
    }
  }

  private mutating func applyToMember(
    _ op: String, _ name: String, below rest: ArraySlice<String>, _ value: JSONLiteral?
  ) -> Bool {
    if rest.isEmpty, op == "add", let value {
      self[name] = value
      return true
    }
    guard var member = self[name] else { return false }
    if rest.isEmpty, op == "remove" {
      self[name] = nil
      return true
    }
    guard member.apply(op, rest, value) else { return false }
    self[name] = member
    return true
  }
}

extension [JSONLiteral] {
  fileprivate mutating func apply(
    _ op: String, to name: String, below rest: ArraySlice<String>, _ value: JSONLiteral?
  ) -> Bool {
    guard let index = name == "-" ? count : Int(name), 0...count ~= index,
      name == "-" || name == String(index)
    else { return false }
    if rest.isEmpty, op == "add", let value {
      insert(value, at: index)
      return true
    }
    guard index < count else { return false }
    if rest.isEmpty, op == "remove" {
      remove(at: index)
      return true
    }
    return self[index].apply(op, rest, value)
  }
}
