import Backstack
import BackstackCasePaths
import BackstackJSON

/// What happened in a session, as a running server exports it: the actions in order, with the version
/// after each.
///
/// Its JSON is an array of `{"version": 1, "time": "…", "action": …, "cause": "client"}`, or an object
/// that has such an array as the member `entries`.
public struct SessionJournal<Action: Decodable & Sendable>: Decodable, Sendable {
  /// An action that was processed.
  public struct Entry: Decodable, Sendable {
    /// The version after the action.
    public let version: Int
    /// When it was processed (RFC 3339), where it is known.
    public let time: String?
    /// The action.
    public let action: Action
    /// Who sent it: `client` or `effect`.
    public let cause: String

    /// An entry written by hand.
    public init(version: Int, time: String? = nil, action: Action, cause: String) {
      self.version = version
      self.time = time
      self.action = action
      self.cause = cause
    }
  }

  /// The actions in order.
  public let entries: [Entry]

  /// - Parameter entries: The actions in order.
  public init(entries: [Entry]) { self.entries = entries }

  private enum Key: String, CodingKey { case entries }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      entries = try container.decode([Entry].self, forKey: .entries)
    } else {
      entries = try [Entry](from: decoder)
    }
  }

  /// Reads an exported journal. Actions that clients may not send are read as well.
  ///
  /// - Throws: `DecodingError` for JSON of another form, or an action that the feature doesn't have.
  public init(json: some Collection<UInt8>) throws {
    self = try JSONStreamDecoder.decode(
      Self.self, from: json, userInfo: [.decodesServerOnlyCases: true])
  }
}
