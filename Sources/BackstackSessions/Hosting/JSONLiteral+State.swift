public import Backstack
public import BackstackCoding

/// States in their wire form, for migrations.
extension JSONLiteral {
  /// The name of the case, if the value has the wire form of an enum: a name alone, or an object
  /// whose only member has the name of the case.
  public var caseName: String? {
    switch self {
    case .string(let name): name
    case .object(let members) where members.count == 1: members[0].name
    default: nil
    }
  }

  /// Gives the case of a value, or a member of an object, another name. Its value and position stay
  /// the same.
  ///
  /// A value that has no such case or member, or already has one with the new name, is not changed.
  public mutating func rename(_ name: String, to newName: String) {
    switch self {
    case .string(name): self = .string(newName)
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.name == name }),
        !members.contains(where: { $0.name == newName })
      else { return }
      members[index].name = newName
      self = .object(members)
    default: break
    }
  }

  /// Changes each element of an array that is a member of the object, or the member itself if it is no
  /// array: `try json.update("orders") { $0.rename("dish", to: "dishes") }`.
  ///
  /// An object without such a member is not changed. The elements of a stack have ids, which
  /// ``updateStack(_:)`` keeps.
  public mutating func update(
    _ name: String, _ update: (_ value: inout JSONLiteral) throws -> Void
  ) rethrows {
    guard var value = self[name] else { return }
    if case .array(var elements) = value {
      for index in elements.indices { try update(&elements[index]) }
      value = .array(elements)
    } else {
      try update(&value)
    }
    self[name] = value
  }

  /// An element of a stack in its wire form.
  public struct StackElement: Hashable, Sendable {
    /// The id of the element, which never changes.
    public let id: StackElementID
    public var state: JSONLiteral
  }

  /// The error of a value that is not a stack.
  public struct NotAStack: Error, CustomStringConvertible {
    public let description: String
  }

  /// Changes the elements of a stack, for example removes those whose screens no longer exist:
  ///
  /// ```swift
  /// try json["path"]?.updateStack { stack in stack.removeAll { $0.state.caseName == "photo" } }
  /// ```
  ///
  /// - Parameter update: Changes the elements, from the bottom to the top. Those that stay keep their
  ///   ids; the ids of those that are removed are not used again.
  /// - Throws: ``NotAStack``, or the error of `update`.
  public mutating func updateStack(
    _ update: (_ stack: inout [StackElement]) throws -> Void
  ) throws {
    guard case .array(let entries) = self else {
      throw NotAStack(description: "A stack is an array of objects with an id and a state.")
    }
    var elements = try entries.map { entry in
      guard case .number(let number)? = entry["id"], let id = Int(number), id >= 0,
        let state = entry["state"]
      else {
        throw NotAStack(description: "An element of a stack is an object with an id and a state.")
      }
      return StackElement(id: StackElementID(generation: id), state: state)
    }
    try update(&elements)
    self = .array(
      elements.map { ["id": .number("\($0.id.generation)"), "state": $0.state] })
  }
}
