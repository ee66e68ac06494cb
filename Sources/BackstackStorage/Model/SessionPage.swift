/// A part of a list of sessions.
public struct SessionPage: Hashable, Sendable {
  /// The sessions, in the order asked for.
  public var sessions: [SessionHeader]
  /// The ids of those whose records can't be read; they are kept.
  public var unreadable: [String]
  /// Where the list goes on; `nil` at its end.
  public var next: StorageCursor?

  /// A part of a list.
  public init(sessions: [SessionHeader], unreadable: [String] = [], next: StorageCursor?) {
    self.sessions = sessions
    self.unreadable = unreadable
    self.next = next
  }
}

/// A place in a list of sessions, in a form of the storage that made it.
public struct StorageCursor: Hashable, Sendable {
  /// The form of it that can be kept and passed on.
  public var text: String

  /// The place that a text stands for.
  public init(text: String) { self.text = text }
}

/// How a list of sessions is ordered.
public enum SessionOrder: Hashable, Sendable {
  /// By the bytes of their ids.
  case id
  /// By the minute in which they expire; by anything within one.
  case expiry
}
