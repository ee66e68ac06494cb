/// The error that a feature throws to refuse a state: the reason, and the position in the state.
///
/// ```swift
/// @Sendable func validate(_ timer: Timer.State) throws {
///   guard timer.seconds >= 0 else {
///     throw InvalidState("A timer has no seconds below 0.", at: "seconds")
///   }
/// }
/// Feature("timer", initialState: Timer.State(), validate: validate) { Timer() }
/// ```
public struct InvalidState: Error, Sendable, Hashable {
  /// A step from a JSON value to one inside it.
  public enum Step: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// The member of an object.
    case member(String)
    /// The element of an array, counted from 0.
    case element(Int)

    public init(stringLiteral name: String) { self = .member(name) }
    public init(integerLiteral index: Int) { self = .element(index) }
  }

  /// The reason, for a person.
  public let message: String
  /// The path from the whole state, as JSON, to the invalid value.
  public let path: [Step]

  /// Creates an error for a value in the state.
  ///
  /// - Parameters:
  ///   - message: The reason, for a person: a sentence.
  ///   - path: The path to the value in the state's JSON form, such as
  ///     `"path", 0, "state", "counter"`; empty for the whole state.
  public init(_ message: String, at path: Step...) {
    self.init(message, path: path)
  }

  init(_ message: String, path: [Step]) {
    self.message = message
    self.path = path
  }

  /// Validates a part of a state, and prefixes the paths of the errors that `body` throws with the
  /// path of the part.
  ///
  /// - Parameters:
  ///   - path: The path from the whole state to the part.
  ///   - body: Validates the part.
  /// - Throws: The error that `body` throws; an ``InvalidState`` gets the longer path.
  public static func within<Result>(
    _ path: Step..., body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as InvalidState {
      throw InvalidState(error.message, path: path + error.path)
    }
  }
}

extension InvalidState.Step: CodingKey {
  public var stringValue: String {
    switch self {
    case .member(let name): name
    case .element(let index): String(index)
    }
  }

  public var intValue: Int? {
    if case .element(let index) = self { index } else { nil }
  }

  public init?(stringValue: String) { self = .member(stringValue) }
  public init?(intValue: Int) { self = .element(intValue) }
}
