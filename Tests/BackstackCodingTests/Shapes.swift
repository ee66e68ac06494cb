import Backstack
import BackstackCasePaths

struct Scalars: Codable, Equatable {
  var bool = true
  var string = "text"
  var int = Int.min
  var int8 = Int8.min
  var int16 = Int16.max
  var int32 = Int32.min
  var int64 = Int64.max
  var int128 = Int128.min
  var uint = UInt.max
  var uint8 = UInt8.max
  var uint16 = UInt16.max
  var uint32 = UInt32.max
  var uint64 = UInt64.max
  var uint128 = UInt128.max
  var double = Double.greatestFiniteMagnitude
  var float = Float.leastNonzeroMagnitude
  var absent: Int?
  var present: String? = "here"
}

enum Level: String, Codable, CodingKeyRepresentable {
  case low, high
}

enum Plain: Int, Codable, Hashable {
  case one = 1
  case two
}

enum Synthesized: Codable, Equatable {
  case nothing
  case bare(Int)
  case labelled(name: String, sizes: [Double?])
  indirect case nested(Synthesized, Level)
}

final class Node: Codable, Equatable {
  let name: String
  let children: [Node]

  init(_ name: String, _ children: [Node] = []) {
    self.name = name
    self.children = children
  }

  static func == (lhs: Node, rhs: Node) -> Bool {
    lhs.name == rhs.name && lhs.children == rhs.children
  }
}

class Animal: Codable {
  var legs: Int
  init(legs: Int) { self.legs = legs }
}

final class Dog: Animal, Equatable {
  let name: String

  init(name: String) {
    self.name = name
    super.init(legs: 4)
  }

  enum CodingKeys: String, CodingKey { case name }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(name, forKey: .name)
  }

  static func == (lhs: Dog, rhs: Dog) -> Bool { lhs.name == rhs.name && lhs.legs == rhs.legs }
}

/// A class that shares its JSON object with its superclass.
final class Cat: Animal, Equatable {
  let lives: Int

  init(lives: Int) {
    self.lives = lives
    super.init(legs: 4)
  }

  enum CodingKeys: String, CodingKey { case lives }

  required init(from decoder: any Decoder) throws {
    lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lives, forKey: .lives)
  }

  static func == (lhs: Cat, rhs: Cat) -> Bool { lhs.lives == rhs.lives && lhs.legs == rhs.legs }
}

struct Wrapper<Value: Codable & Equatable>: Codable, Equatable {
  let value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

@CasePathable
enum Wire: Codable, Equatable {
  case close
  case count(Int)
  case open(id: Int?, title: String = "none", tags: [String])
  indirect case inner(Wire)
}

struct Screen: Codable, Equatable {
  var stack = StackState<String>()
  @PresentationState var sheet: Wire?

  static func == (lhs: Screen, rhs: Screen) -> Bool {
    Array(lhs.stack) == Array(rhs.stack) && lhs.stack.ids == rhs.stack.ids
      && lhs.sheet == rhs.sheet
  }
}

/// A coding key with any name.
struct Name: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A value that is encoded by a test's closure.
struct Script: Encodable {
  let body: (any Encoder) throws -> Void

  init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }

  func encode(to encoder: any Encoder) throws { try body(encoder) }
}
