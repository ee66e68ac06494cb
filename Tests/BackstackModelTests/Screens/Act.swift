// The behaviour of a screen in a step, in terms that both the library and the model understand.

/// The case of the destination in which a screen is presented.
enum Kind: String, Codable, CaseIterable, Sendable {
  case screen, other
}

/// The action of an alert's button.
enum Button: String, Codable, CaseIterable, Sendable {
  /// Adds 1.
  case confirm
  /// Shows another alert.
  case another
  /// Presents a screen.
  case proceed
}

/// A screen to present.
struct Presentation: Codable, Hashable, Sendable {
  var kind: Kind
  var id: Int
  var value: Int
}

/// One action of a screen: it changes the state and starts effects, and may ask an outer screen to
/// do the same.
struct Act: Equatable, Sendable {
  var change: Change?
  var works: [Work] = []
  var ask: Ask?

  static func add(_ number: Int) -> Self { Act(change: .add(number)) }
}

/// A request to the screen `levels` levels further out, which it fulfils in the same step.
struct Ask: Equatable, Sendable {
  var levels: Int
  var change: Change?
  var works: [Work] = []
}

/// An effect. If it runs until it is cancelled, its first number is that of its token.
enum Work: Equatable, Sendable {
  case hold(Int)
  case holdAs(Int, id: Int, cancelInFlight: Bool)
  /// Adds 1, runs until it is cancelled by id, then adds 10.
  case chain(Int, id: Int)
  /// Runs until it is cancelled by id as a whole, so it never adds 100.
  case wholeChain(Int, id: Int)
  /// Runs until a part of it is cancelled by id, then adds 1000.
  case watch(Int, id: Int)
  case add(Int)
  case cancel(Int)
  case dismiss
}
