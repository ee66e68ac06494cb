// The states and actions of the feature "nests".
//
// Made by `client --language swift` of the server's program: don't edit it.
// swift-format-ignore-file

/// The types of the feature "nests".
public enum Nests {
  /// The feature's name.
  public static let feature = "nests"

  /// The name of a member. A case is an object with one member, or the member's name alone.
  private struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }

    init(ofCaseIn decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.init(stringValue: name)
        return
      }
      let names = try decoder.container(keyedBy: Name.self).allKeys
      guard names.count == 1 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "Not one case: \(names)"))
      }
      self = names[0]
    }

    func payload<Value: Decodable>(in decoder: any Decoder) throws -> Value {
      try decoder.container(keyedBy: Name.self).decode(Value.self, forKey: self)
    }

    func fields(in decoder: any Decoder) throws -> KeyedDecodingContainer<Name> {
      try decoder.container(keyedBy: Name.self).nestedContainer(keyedBy: Name.self, forKey: self)
    }

    func unknown(in decoder: any Decoder) -> DecodingError {
      .dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "No case \(stringValue)"))
    }
  }

  /// A value in memory of its own, so that a type can contain itself.
  public struct Box<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    private var values: [Value]

    public init(_ value: Value) { values = [value] }

    public var value: Value {
      get { values[0] }
      set { values[0] = newValue }
    }

    public init(from decoder: any Decoder) throws { values = [try Value(from: decoder)] }
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  public struct State: Codable, Hashable, Sendable {
    public var tree: Tree
    public var child: Box<State>?
    public var date: NewStackElement2
    public var state: NestsCase

    public init(tree: Tree, child: Box<State>? = nil, date: NewStackElement2, state: NestsCase) {
      self.tree = tree
      self.child = child
      self.date = date
      self.state = state
    }
  }

  public struct Tree: Codable, Hashable, Sendable {
    public var name: String
    public var children: [Tree]

    public init(name: String, children: [Tree]) {
      self.name = name
      self.children = children
    }
  }

  public struct NewStackElement2: Codable, Hashable, Sendable {
    public var day: Int

    public init(day: Int) {
      self.day = day
    }
  }

  public indirect enum NestsCase: Codable, Hashable, Sendable {
    case `default`
    case unknown
    case `repeat`(Int)
    case list(NestsCase?)
    /// A case that a newer service has added, by its name.
    case unknownCase(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "default": self = .`default`
      case "unknown": self = .unknown
      case "repeat": self = .`repeat`(try name.payload(in: decoder))
      case "list": self = .list(try name.payload(in: decoder))
      default: self = .unknownCase(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .`default`: _ = container.nestedContainer(keyedBy: Name.self, forKey: "default")
      case .unknown: _ = container.nestedContainer(keyedBy: Name.self, forKey: "unknown")
      case .`repeat`(let value): try container.encode(value, forKey: "repeat")
      case .list(let value): try container.encode(value, forKey: "list")
      case .unknownCase(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public enum Action: Codable, Hashable, Sendable {
    case none

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "none": self = .none
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .none: _ = container.nestedContainer(keyedBy: Name.self, forKey: "none")
      }
    }
  }
}
