/// The names of the members in a JSON value, by their positions. All elements of an array have the
/// same position, because those of a set have no order.
package struct JSONKeys {
  private var members: [String: JSONKeys] = [:]
  /// The keys of the elements, if there are any: at most one.
  private var elements: [JSONKeys] = []
  /// The strings at the position: a case without a payload may be just its name.
  private var strings: Set<String> = []

  private init() {}

  /// Collects the keys of a value.
  ///
  /// - Complexity: O(*n*). The recursion is as deep as the value.
  package init(of value: JSONLiteral) { insert(value) }

  private mutating func insert(_ value: JSONLiteral) {
    switch value {
    case .null, .bool, .number: break
    case .string(let string): strings.insert(string)
    case .array(let values):
      guard !values.isEmpty else { return }
      if elements.isEmpty { elements.append(JSONKeys()) }
      for value in values { elements[0].insert(value) }
    case .object(let values):
      for member in values { members[member.name, default: JSONKeys()].insert(member.value) }
    }
  }

  /// Returns the path to the first member of a value that is not among the keys; `nil` if all are.
  /// Members that are `null` don't count, because they may be omitted as well.
  package func firstMissing(in value: JSONLiteral) -> [JSONCodingKey]? {
    missing(in: value).map { $0.reversed() }
  }

  /// Returns the path to the first missing member, from the inside out.
  private func missing(in value: JSONLiteral) -> [JSONCodingKey]? {
    switch value {
    case .null, .bool, .number, .string: return nil
    case .array(let values):
      for (index, value) in values.enumerated() {
        if let path = (elements.first ?? JSONKeys()).missing(in: value) {
          return path + [.index(index)]
        }
      }
    case .object(let values):
      for member in values where member.value != .null {
        guard let keys = members[member.name] else {
          if values.count == 1, member.value == .object([]), strings.contains(member.name) {
            continue
          }
          return [.key(member.name)]
        }
        if let path = keys.missing(in: member.value) { return path + [.key(member.name)] }
      }
    }
    return nil
  }
}
