import BackstackCoding

extension JSONLiteral {
  /// The change that an operation of a patch makes at its position.
  private enum Edit {
    case add(JSONLiteral)
    case replace(JSONLiteral)
    case remove
  }

  /// Returns the value with a JSON Patch (RFC 6902) applied.
  ///
  /// Shares no code with the service's own patches, which it is used to check.
  ///
  /// - Throws: ``ParsingError`` if the patch is invalid or does not fit this value.
  func patched(with patch: JSONLiteral) throws(ParsingError) -> JSONLiteral {
    guard let operations = patch.elements else {
      throw ParsingError(description: "A patch is an array, not \(patch.json).")
    }
    var value = self
    for operation in operations {
      let malformed = ParsingError(description: "\(operation.json) is not an operation.")
      guard let name = operation["op"]?.text, let path = operation["path"]?.text else {
        throw malformed
      }
      func operand() throws(ParsingError) -> JSONLiteral {
        guard let value = operation["value"] else { throw malformed }
        return value
      }
      let pointer = Self.pointer(path)[...]
      switch name {
      case "add": try value.edit(pointer, path, .add(operand()))
      case "replace": try value.edit(pointer, path, .replace(operand()))
      case "remove": try value.edit(pointer, path, .remove)
      case "test":
        guard try value.value(at: pointer, path) == operand() else {
          throw ParsingError(description: "The test at \(path) fails.")
        }
      case "move", "copy":
        guard let from = operation["from"]?.text else { throw malformed }
        let source = Self.pointer(from)[...]
        let moved = try value.value(at: source, from)
        if name == "move" { try value.edit(source, from, .remove) }
        try value.edit(pointer, path, .add(moved))
      default: throw malformed
      }
    }
    return value
  }

  /// Returns the parts of a JSON Pointer (RFC 6901).
  private static func pointer(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      var text = ""
      var isEscape = false
      for scalar in part.unicodeScalars {
        if isEscape {
          text += scalar == "1" ? "/" : "~"
        } else if scalar != "~" {
          text.unicodeScalars.append(scalar)
        }
        isEscape = !isEscape && scalar == "~"
      }
      return text
    }
  }

  private func value(
    at pointer: ArraySlice<String>, _ path: String
  ) throws(ParsingError) -> JSONLiteral {
    guard let part = pointer.first else { return self }
    var child = self[part]
    if let elements, let index = Int(part), elements.indices.contains(index) {
      child = elements[index]
    }
    guard let child else { throw ParsingError(description: "There is nothing at \(path).") }
    return try child.value(at: pointer.dropFirst(), path)
  }

  private mutating func edit(
    _ pointer: ArraySlice<String>, _ path: String, _ edit: Edit
  ) throws(ParsingError) {
    let nothing = ParsingError(description: "There is nothing at \(path).")
    guard let part = pointer.first else {
      switch edit {
      case .add(let value), .replace(let value): self = value
      case .remove: throw nothing
      }
      return
    }
    let isLast = pointer.count == 1
    switch self {
    case .array(var elements):
      let index = part == "-" ? elements.count : Int(part) ?? -1
      switch edit {
      case .add(let value) where isLast && (0...elements.count).contains(index):
        elements.insert(value, at: index)
      case _ where !elements.indices.contains(index): throw nothing
      case .remove where isLast: elements.remove(at: index)
      default: try elements[index].edit(pointer.dropFirst(), path, edit)
      }
      self = .array(elements)
    case .object:
      var child = self[part]
      switch edit {
      case .add(let value) where isLast: child = value
      case .remove where isLast && child != nil: child = nil
      default:
        guard var changed = child else { throw nothing }
        try changed.edit(pointer.dropFirst(), path, edit)
        child = changed
      }
      self[part] = child
    default: throw nothing
    }
  }
}

extension JSONLiteral {
  /// The content of a string.
  var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The value of an integer that fits `Int`.
  var integer: Int? {
    if case .number(let text) = self { return Int(text) }
    return nil
  }

  /// The elements of an array.
  var elements: [JSONLiteral]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// The members of an object.
  var members: [Member]? {
    if case .object(let members) = self { return members }
    return nil
  }
}
