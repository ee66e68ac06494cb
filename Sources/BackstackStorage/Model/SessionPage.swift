/// A part of a list of sessions.
public struct SessionPage: Hashable, Sendable {
  /// The sessions in the requested order.
  public var sessions: [SessionHeader]
  /// The ids of the sessions with unreadable records, which are kept.
  public var unreadable: [String]
  /// The cursor of the next page; `nil` at the end of the list.
  public var next: StorageCursor?

  /// Creates a part of a list.
  public init(sessions: [SessionHeader], unreadable: [String] = [], next: StorageCursor?) {
    self.sessions = sessions
    self.unreadable = unreadable
    self.next = next
  }
}

/// A position in a list of sessions, in a format of the storage that created it.
public struct StorageCursor: Hashable, Sendable {
  /// A text form of the cursor that can be stored and passed on.
  public var text: String

  /// Creates the cursor that a text represents.
  public init(text: String) { self.text = text }
}

/// The order of a list of sessions.
public enum SessionOrder: Hashable, Sendable {
  /// By the bytes of their ids.
  case id
  /// Only the sessions that are pending and not quarantined, by the bytes of their ids. The time
  /// does not depend on the number of other sessions.
  case pending
  /// Only the sessions of an owner, by the bytes of their ids. The time does not depend on the number
  /// of others' sessions.
  case owner(String)
  /// By the minute in which they expire, in any order within a minute.
  case expiry
}
