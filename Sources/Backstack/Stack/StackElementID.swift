/// The identity of an element on a stack: a number that one store gives once.
public struct StackElementID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number itself, at least 0 in every id that is in use.
  public let generation: Int

  /// The id with a number.
  public init(generation: Int) { self.generation = generation }

  public init(integerLiteral value: Int) { self.generation = value }

  /// Stands for the id that the store will give: a push that comes from a client carries none.
  public static let unassigned = Self(generation: -1)

  /// The largest number an id may have, so that it survives every JSON parser.
  static let maximumGeneration = 1 << 53 - 1
  /// The largest number that a stack from a client may bring along: it leaves room for all that the
  /// store will ever give.
  package static let maximumDecodedGeneration = 1 << 52
  /// The largest number in a session that was saved, in which the store has given numbers after those.
  package static let maximumSavedGeneration = 3 << 51
}

extension StackElementID: Comparable {
  /// Ids are ordered by when they were given.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.generation < rhs.generation }
}

extension StackElementID: CustomStringConvertible {
  public var description: String { "#\(generation)" }
}

/// An id's wire form is its number.
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
