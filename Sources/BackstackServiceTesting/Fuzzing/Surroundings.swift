import BackstackCoding

/// The ids and names in the states of a session, which a client would use in its next requests.
struct Surroundings: Sendable {
  /// An element of a stack.
  struct Screen: Sendable, Hashable {
    let id: JSONLiteral
    /// The case of its state; `nil` if the state is not an enum.
    let name: String?
  }

  private(set) var screens: [Screen] = []
  /// The values of members named `id`.
  private(set) var ids: [JSONLiteral] = []
  private(set) var uuids: [String] = []
  private(set) var dates: [String] = []
  private(set) var texts: [String] = []
  private(set) var numbers: [String] = []
  /// The cases, and the members that are not empty: actions mostly have the same names.
  private(set) var names: Set<String> = []

  /// The maximum number of values of a kind. The first ones are kept.
  private static let capacity = 200

  init() {}

  /// Creates the collection of the ids and names in a state.
  init(_ state: JSONLiteral) { look(at: state) }

  /// Adds the ids and names of others.
  mutating func add(_ other: Surroundings) {
    func merge<Value: Equatable>(_ values: inout [Value], _ others: [Value]) {
      for value in others where values.count < Self.capacity && !values.contains(value) {
        values.append(value)
      }
    }
    merge(&screens, other.screens)
    merge(&ids, other.ids)
    merge(&uuids, other.uuids)
    merge(&dates, other.dates)
    merge(&texts, other.texts)
    merge(&numbers, other.numbers)
    names.formUnion(other.names)
  }

  private mutating func look(at value: JSONLiteral) {
    switch value {
    case .object(let members):
      for member in members where member.value.isContainer { names.insert(member.name) }
      if let id = value["id"] {
        Self.note(id, &ids)
        if members.count == 2, let state = value["state"], id.integer != nil {
          let stateMembers = state.members ?? []
          let name = stateMembers.count == 1 ? stateMembers.first?.name : nil
          Self.note(Screen(id: id, name: name), &screens)
        }
      }
      for member in members { look(at: member.value) }
    case .array(let elements):
      for element in elements { look(at: element) }
    case .string(let text):
      if Self.isUUID(text) {
        Self.note(text, &uuids)
      } else if Self.isDate(text) {
        Self.note(text, &dates)
      } else if text.utf8.count < 200 {
        Self.note(text, &texts)
      }
    case .number(let text): Self.note(text, &numbers)
    case .bool, .null: break
    }
  }

  private static func note<Value: Equatable>(_ value: Value, _ values: inout [Value]) {
    if values.count < capacity, !values.contains(value) { values.append(value) }
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  private static func isDate(_ text: String) -> Bool {
    text.utf8.count >= 20 && text.hasSuffix("Z") && text.contains("T")
      && text.first?.isNumber == true
  }
}

extension JSONLiteral {
  /// Whether the value contains other values.
  fileprivate var isContainer: Bool {
    switch self {
    case .array(let elements): !elements.isEmpty
    case .object: true
    default: false
    }
  }
}
