import BackstackCoding
import BackstackTestSupport

/// Random changes of documents, after which some are not valid values any more.
enum Mutation {
  /// Returns a document that differs from another one at one position.
  static func mutate(_ document: String, using generator: inout SeededGenerator) throws -> String {
    let tree = try JSONStreamDecoder.decode(AnyJSON.self, from: Array(document.utf8)).literal
    var position = Int.random(in: 0..<count(tree), using: &generator)
    return change(tree, at: &position, using: &generator).json
  }

  private static func count(_ value: JSONLiteral) -> Int {
    switch value {
    case .array(let elements): 1 + elements.map(count).reduce(0, +)
    case .object(let members): 1 + members.map { count($0.value) }.reduce(0, +)
    default: 1
    }
  }

  private static func change(
    _ value: JSONLiteral, at position: inout Int, using generator: inout SeededGenerator
  ) -> JSONLiteral {
    defer { position -= 1 }
    if position == 0 { return replace(value, using: &generator) }
    position -= 1
    defer { position += 1 }
    switch value {
    case .array(let elements):
      return .array(elements.map { change($0, at: &position, using: &generator) })
    case .object(let members):
      return .object(
        members.map {
          JSONLiteral.Member($0.name, change($0.value, at: &position, using: &generator))
        }
      )
    default: return value
    }
  }

  private static func replace(
    _ value: JSONLiteral, using generator: inout SeededGenerator
  ) -> JSONLiteral {
    if Bool.random(using: &generator) {
      switch value {
      case .object(var members) where !members.isEmpty:
        let index = Int.random(in: 0..<members.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: members.remove(at: index)
        case 1: members[index].name += "x"
        case 2: members.append(.init("further", 1))
        default: members[index].value = .null
        }
        return .object(members)
      case .array(let elements) where !elements.isEmpty:
        return .array(elements + [elements[0]])
      case .number:
        return numbers.randomElement(using: &generator) ?? .null
      case .string(let text): return .string(text + "x")
      default: break
      }
    }
    return strays.randomElement(using: &generator) ?? .null
  }

  private static let numbers: [JSONLiteral] = [
    .number("-1"), .number("1.5"), .number("2.0"), .number("128"), .number("256"), .number("1e3"),
    .number("9223372036854775808"), .number("340282366920938463463374607431768211456"),
    .number("-170141183460469231731687303715884105729"),
  ]

  private static let strays: [JSONLiteral] = [
    .null, true, 0, .number("-0.5"), "", "text", "close", "low", "dismiss", [], [1], [:],
    ["close": [:]], ["close": 1], ["count": ["_0": 1]], ["push": ["id": 1, "state": [:]]],
    ["popFrom": ["id": 1]], ["presented": "close"], ["element": ["id": 0]], ["id": 1, "state": 1],
  ]
}

/// A value that decodes from any document.
struct AnyJSON: Decodable {
  let literal: JSONLiteral

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      literal = .object(
        try object.allKeys.map {
          JSONLiteral.Member(
            $0.stringValue, try object.decode(AnyJSON.self, forKey: $0).literal)
        })
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONLiteral] = []
      while !array.isAtEnd { elements.append(try array.decode(AnyJSON.self).literal) }
      literal = .array(elements)
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        literal = .null
      } else if let bool = try? single.decode(Bool.self) {
        literal = .bool(bool)
      } else if let text = try? single.decode(String.self) {
        literal = .string(text)
      } else if let number = try? single.decode(Int128.self) {
        literal = .number("\(number)")
      } else if let number = try? single.decode(UInt128.self) {
        literal = .number("\(number)")
      } else {
        literal = .number("\(try single.decode(Double.self))")
      }
    }
  }
}
