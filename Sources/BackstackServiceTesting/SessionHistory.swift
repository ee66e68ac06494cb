import Backstack
import BackstackCasePaths
import BackstackJSON

/// What happened in a session, as a running server exports it.
///
/// Its JSON is an array of `{"version": 1, "time": "…", "cause": "client", "action": …}`, or an object
/// that has such an array as the member `entries`, as the answer to `GET /sessions/{id}/history` is.
public struct SessionHistory<Action: Decodable & Sendable>: Decodable, Sendable {
  /// What led to a version.
  public struct Entry: Decodable, Sendable {
    /// The version that it led to.
    public let version: Int
    /// When that was (RFC 3339), where it is known.
    public let time: String?
    /// What it was: `client` or `effect`, who sent the action; `creation`, or `restore`.
    public let cause: String
    /// The action; `nil` for a creation and a restoration.
    public let action: Action?
    /// The version that was gone back to; `nil` for everything else.
    public let restored: Int?

    /// An action that was processed, written by hand.
    public init(version: Int, time: String? = nil, action: Action, cause: String) {
      self.version = version
      self.time = time
      self.action = action
      self.cause = cause
      restored = nil
    }
  }

  /// What happened, in order.
  public let entries: [Entry]

  /// - Parameter entries: What happened, in order.
  public init(entries: [Entry]) { self.entries = entries }

  private enum Key: String, CodingKey { case entries }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      entries = try container.decode([Entry].self, forKey: .entries)
    } else {
      entries = try [Entry](from: decoder)
    }
  }

  /// Reads an exported history. Actions that clients may not send are read as well.
  ///
  /// - Throws: `DecodingError` for JSON of another form, or an action that the feature doesn't have.
  public init(json: some Collection<UInt8>) throws {
    self = try JSONStreamDecoder.decode(
      Self.self, from: json, userInfo: [.decodesServerOnlyCases: true])
  }
}
