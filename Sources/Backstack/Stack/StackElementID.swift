/// The identity of an element on a stack: a number that a store generates only once.
public struct StackElementID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number, at least 0 in every id that is in use.
  public let generation: Int

  /// Creates an id from its number.
  public init(generation: Int) { self.generation = generation }

  public init(integerLiteral value: Int) { self.generation = value }

  /// A placeholder for the id that the store will generate: a client's push has no id.
  public static let unassigned = Self(generation: -1)

  /// The greatest number of an id, so that every JSON parser preserves it.
  static let maximumGeneration = 1 << 53 - 1
  /// The greatest number in a stack that a client sends. It leaves room for all ids that the store
  /// will ever generate.
  package static let maximumDecodedGeneration = 1 << 52
  /// The greatest number in a saved session, in which the store may have generated ids above a
  /// client's.
  package static let maximumSavedGeneration = 3 << 51
}

extension StackElementID: Comparable {
  /// Returns whether one id was generated before the other.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.generation < rhs.generation }
}

extension StackElementID: CustomStringConvertible {
  public var description: String { "#\(generation)" }
}

/// The wire form is the number.
extension StackElementID: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let generation = try container.decode(Int.self)
    guard (0...Self.maximumGeneration).contains(generation) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "An element id is an integer from 0 to \(Self.maximumGeneration).")
    }
    self.generation = generation
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}
