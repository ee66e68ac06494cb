/// A patch that does not fit the value that it was applied to.
struct PatchError: Error, Equatable {
  var reason: String
}

extension JSONValue {
  /// Applies a JSON Patch (RFC 6902) with the operations that the service sends: `add`, `remove`
  /// and `replace`.
  ///
  /// - Throws: `PatchError` if an operation is another one or does not fit; nothing is changed then.
  mutating func apply(_ patch: JSONValue) throws(PatchError) {
    guard case .array(let operations) = patch else { throw PatchError(reason: "not a patch") }
    var patched = self
    for operation in operations {
      let edit = try PatchOperation(operation)
      try patched.edit(edit.pointer[...], edit)
    }
    self = patched
  }

  fileprivate mutating func edit(
    _ pointer: ArraySlice<String>, _ operation: PatchOperation
  ) throws(PatchError) {
    guard let key = pointer.first else {
      guard case .add(let value) = operation.kind else { throw operation.misfit }
      self = value
      return
    }
    let rest = pointer.dropFirst()
    switch self {
    case .array(var elements):
      // The value has to have no second owner while its elements change, or they are copied.
      self = .null
      try elements.edit(key, rest, operation)
      self = .array(elements)
    case .object(var members):
      self = .null
      try members.edit(key, rest, operation)
      self = .object(members)
    default:
      throw operation.misfit
    }
  }
}

extension [JSONValue] {
  fileprivate mutating func edit(
    _ key: String, _ rest: ArraySlice<String>, _ operation: PatchOperation
  ) throws(PatchError) {
    let isAddition = rest.isEmpty && operation.isAddition
    let end = isAddition ? count : count - 1
    guard let index = isAddition && key == "-" ? count : Self.index(key), index <= end else {
      throw operation.misfit
    }
    guard rest.isEmpty else { return try self[index].edit(rest, operation) }
    switch operation.kind {
    case .add(let value): insert(value, at: index)
    case .replace(let value): self[index] = value
    case .remove: remove(at: index)
    }
  }

  /// The index that a text names: digits without a leading zero.
  private static func index(_ text: String) -> Int? {
    let isCanonical = text == "0" || (text.first != "0" && text.utf8.allSatisfy(isDigit))
    return isCanonical ? Int(text) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

extension [String: JSONValue] {
  fileprivate mutating func edit(
    _ key: String, _ rest: ArraySlice<String>, _ operation: PatchOperation
  ) throws(PatchError) {
    if rest.isEmpty, case .add(let value) = operation.kind {
      self[key] = value
      return
    }
    guard let index = self.index(forKey: key) else { throw operation.misfit }
    guard rest.isEmpty else { return try values[index].edit(rest, operation) }
    switch operation.kind {
    case .add(let value), .replace(let value): values[index] = value
    case .remove: remove(at: index)
    }
  }
}

/// One operation of a patch.
private struct PatchOperation {
  enum Kind {
    case add(JSONValue)
    case replace(JSONValue)
    case remove
  }

  let kind: Kind
  let path: String
  let pointer: [String]

  init(_ json: JSONValue) throws(PatchError) {
    let name = json["op"]?.stringValue
    guard let path = json["path"]?.stringValue, path.isEmpty || path.hasPrefix("/") else {
      throw PatchError(reason: "an operation without a path")
    }
    switch (name, json["value"]) {
    case ("add", let value?): kind = .add(value)
    // A whole document is added or replaced alike.
    case ("replace", let value?): kind = path.isEmpty ? .add(value) : .replace(value)
    case ("remove", _) where !path.isEmpty: kind = .remove
    default: throw PatchError(reason: "no such operation: \(name ?? "?") \(path)")
    }
    self.path = path
    pointer = JSONPointer.names(path)
  }

  var isAddition: Bool {
    if case .add = kind { true } else { false }
  }

  var misfit: PatchError { PatchError(reason: "\(path) does not fit the document") }
}

/// JSON Pointers (RFC 6901).
enum JSONPointer {
  /// Returns the names on the way that a pointer describes, without their escapes.
  static func names(_ pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { name in
      String(name).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}

extension JSONValue {
  /// The part that a way of members leads to; `nil` where there is none.
  func part(_ names: some Sequence<String>) -> JSONValue? {
    names.reduce(self as JSONValue?) { part, name in part?[name] }
  }
}
