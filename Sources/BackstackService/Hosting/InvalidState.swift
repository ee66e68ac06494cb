/// The error with which a feature refuses a state that it was given: what is wrong, and where.
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

  /// What is wrong with the value, for a person.
  public let message: String
  /// The way from the whole state, as JSON, to the value.
  public let path: [Step]

  /// - Parameters:
  ///   - message: What is wrong with the value, for a person: a sentence.
  ///   - path: The way to the value in the state's JSON form, such as `"path", 0, "state", "counter"`;
  ///     nothing for the whole state.
  public init(_ message: String, at path: Step...) {
    self.init(message, path: path)
  }

  init(_ message: String, path: [Step]) {
    self.message = message
    self.path = path
  }

  /// Validates a part of a state: the paths of the errors that `body` throws begin at the part.
  ///
  /// - Parameters:
  ///   - path: The way from the whole state to the part.
  ///   - body: Validates the part.
  /// - Throws: What `body` throws; an ``InvalidState`` with a path that leads through the part.
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
