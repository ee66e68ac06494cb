/// An event of the service log, for a handler of the host's own; see
/// ``SessionConfiguration/logHandler``.
public struct LogEvent: Sendable {
  /// The severity of an event: the levels of swift-log, with their names.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
  }

  /// A value of the metadata.
  public enum Value: Sendable, Hashable, CustomStringConvertible {
    case text(String)
    case number(Int)
    case texts([String])

    /// The value as text; several texts are separated by commas.
    public var description: String {
      switch self {
      case .text(let text): text
      case .number(let number): String(number)
      case .texts(let texts): texts.joined(separator: ", ")
      }
    }
  }

  /// The severity.
  public let level: Level
  /// The name of the event, such as `session-ended`, which never changes.
  public let name: String
  /// The event in a sentence, for a person.
  public let message: String
  /// The circumstances of the event, such as the feature, in the order of the lines on standard
  /// error. Each key occurs once. Of a session, there is only the beginning of its id, as the whole
  /// id gives access to the session.
  public let metadata: [(key: String, value: Value)]

  /// Creates an event.
  ///
  /// - Parameter summary: The message if the members have none.
  init(_ level: Level, _ name: String, _ members: LogMembers, summary: String) {
    self.level = level
    self.name = name
    var message = summary
    var metadata: [(key: String, value: Value)] = []
    for (key, value) in members.all {
      if key == LogMembers.message {
        message = value.description
      } else {
        metadata.append((key, value))
      }
    }
    self.message = message
    self.metadata = metadata
  }
}

/// The members that an event adds to its line of the log, in their order.
package struct LogMembers {
  /// The name of the member that is the message.
  static let message = "message"

  private(set) var all: [(key: String, value: LogEvent.Value)] = []

  init() {}

  package mutating func member(_ name: String, _ text: String) { all.append((name, .text(text))) }

  package mutating func member(_ name: String, _ number: Int) {
    all.append((name, .number(number)))
  }

  package mutating func member(_ name: String, _ texts: [String]) {
    all.append((name, .texts(texts)))
  }
}
