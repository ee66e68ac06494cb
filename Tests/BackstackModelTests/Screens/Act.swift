// What a screen does in a step, in terms that the library and the model both understand.

/// Which case of a destination a screen is presented as.
enum Kind: String, Codable, CaseIterable, Sendable {
  case screen, other
}

/// What an alert's buttons send.
enum Button: String, Codable, CaseIterable, Sendable {
  /// Counts up.
  case confirm
  /// Shows another alert.
  case another
  /// Presents a screen.
  case proceed
}

/// What is to be presented.
struct Presentation: Codable, Hashable, Sendable {
  var kind: Kind
  var id: Int
  var value: Int
}

/// One action of a screen: it changes its state and starts effects, and may ask a screen around it to
/// do so, too.
struct Act: Equatable, Sendable {
  var change: Change?
  var works: [Work] = []
  var ask: Ask?

  static func add(_ number: Int) -> Self { Act(change: .add(number)) }
}

/// What the screen so many levels further out does in the same step.
struct Ask: Equatable, Sendable {
  var levels: Int
  var change: Change?
  var works: [Work] = []
}

/// An effect. The first number of those that go on until they are cancelled is that of their token.
enum Work: Equatable, Sendable {
  case hold(Int)
  case holdAs(Int, id: Int, cancelInFlight: Bool)
  /// Adds 1, goes on until it is cancelled by id, then adds 10.
  case chain(Int, id: Int)
  /// Goes on and would then add 100, but is cancelled by id as a whole.
  case wholeChain(Int, id: Int)
  /// Goes on until a part of it is cancelled by id, then adds 1000.
  case watch(Int, id: Int)
  case add(Int)
  case cancel(Int)
  case dismiss
}
