/// A random document, and changes to it, with all that makes patches hard: names that need escapes,
/// repeated ids, values that are almost equal.
indirect enum RandomDocument {
  case scalar(String)
  case array([RandomDocument])
  case object([(name: String, value: RandomDocument)])

  private static let names = [
    "id", "state", "a", "b/c", "d~e", "~1", "", "0", "\u{e9}", "\\\"", "a very long name indeed",
  ]
  private static let scalars = [
    "null", "true", "false", "0", "1", "1.0", "-1", "1e2", "12345678901234567890", #""""#, #""x""#,
    #""1""#, #""a \"quoted\" \\ /\n text""#, #""\u00e9\ud83d\ude00""#, "[]", "{}",
  ]

  init(depth: Int, _ numbers: inout some RandomNumberGenerator) {
    switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &numbers) {
    case 0: self = .scalar(Self.scalars.randomElement(using: &numbers)!)
    case 1:
      let names = Self.names.shuffled(using: &numbers).prefix(.random(in: 0...5, using: &numbers))
      self = .object(names.map { ($0, RandomDocument(depth: depth - 1, &numbers)) })
    case 2:
      self = .array(
        (0..<Int.random(in: 0...8, using: &numbers)).map { _ in
          RandomDocument(depth: depth - 1, &numbers)
        })
    default:
      self = .array(
        (0..<Int.random(in: 0...8, using: &numbers)).map { _ in Self.element(depth, &numbers) })
    }
  }

  private static func element(
    _ depth: Int, _ numbers: inout some RandomNumberGenerator
  ) -> RandomDocument {
    .object([
      ("id", .scalar(String(Int.random(in: 0..<12, using: &numbers)))),
      ("state", RandomDocument(depth: depth - 1, &numbers)),
    ])
  }

  /// Returns the document with a random change.
  func changed(_ numbers: inout some RandomNumberGenerator) -> RandomDocument {
    switch self {
    case .scalar: return RandomDocument(depth: 1, &numbers)
    case .array(var elements):
      let index = elements.indices.randomElement(using: &numbers)
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0:
        elements.insert(
          Self.element(2, &numbers), at: .random(in: 0...elements.count, using: &numbers))
      case 1: elements.shuffle(using: &numbers)
      case 2: if let index { elements.remove(at: index) }
      case 3: if let index { elements.append(elements[index]) }
      case 4: elements.append(RandomDocument(depth: 1, &numbers))
      case 5: elements.removeLast(.random(in: 0...elements.count, using: &numbers))
      default: if let index { elements[index] = elements[index].changed(&numbers) }
      }
      return .array(elements)
    case .object(var members):
      let index = members.indices.randomElement(using: &numbers)
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: if let index { members.remove(at: index) }
      case 1:
        let name = Self.names.randomElement(using: &numbers)!
        members.removeAll { $0.name == name }
        members.append((name, RandomDocument(depth: 2, &numbers)))
      case 2: members.shuffle(using: &numbers)
      default: if let index { members[index].value = members[index].value.changed(&numbers) }
      }
      return .object(members)
    }
  }

  var json: String {
    switch self {
    case .scalar(let text): return text
    case .array(let elements): return "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      let texts = members.map { member in
        let name = member.name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(name)\":\(member.value.json)"
      }
      return "{" + texts.joined(separator: ",") + "}"
    }
  }
}
