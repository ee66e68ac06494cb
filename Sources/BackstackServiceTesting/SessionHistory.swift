import Backstack
import BackstackCasePaths
import BackstackCoding

/// The history of a session, as exported by a running server.
///
/// Its JSON is an array of `{"version": 1, "time": "…", "cause": "client", "action": …}`, or an
/// object with such an array as the member `entries`, like the response to
/// `GET /sessions/{id}/history`.
public struct SessionHistory<Action: Decodable & Sendable>: Decodable, Sendable {
  /// The origin of a version.
  public struct Entry: Decodable, Sendable {
    /// The version that the entry led to.
    public let version: Int
    /// The time (RFC 3339), if known.
    public let time: String?
    /// The cause: `client` or `effect`, depending on which of them sent the action; `creation`, or
    /// `restore`.
    public let cause: String
    /// The action; `nil` for a creation and a restoration.
    public let action: Action?
    /// The version that was restored; `nil` for everything else.
    public let restored: Int?

    /// Creates the entry of a processed action.
    public init(version: Int, time: String? = nil, action: Action, cause: String) {
      self.version = version
      self.time = time
      self.action = action
      self.cause = cause
      restored = nil
    }
  }

  /// The entries in order.
  public let entries: [Entry]

  /// Creates a history.
  ///
  /// - Parameter entries: The entries in order.
  public init(entries: [Entry]) { self.entries = entries }

  private enum Key: String, CodingKey { case entries }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      entries = try container.decode([Entry].self, forKey: .entries)
    } else {
      entries = try [Entry](from: decoder)
    }
  }

  /// Creates a history from its export, including actions that clients may not send.
  ///
  /// - Throws: `DecodingError` for JSON of another form, or an action that the feature does not
  ///   have.
  public init(json: some Collection<UInt8>) throws {
    self = try JSONStreamDecoder.decode(
      Self.self, from: json, userInfo: [.decodesServerOnlyCases: true])
  }
}
