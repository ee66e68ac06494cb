public import BackstackHTTP
import BackstackSchema

/// A session as another process can go on with it: it keeps its id, its version and the ids of its
/// screens. Effects are not saved.
///
/// Who has it holds the session: it is to be kept like a password.
public struct SavedSession: Codable, Sendable, Hashable {
  /// The session's id.
  public let id: String
  /// The name of the feature.
  public let feature: String
  /// How many actions were processed.
  public let version: Int
  /// Who created the session.
  public let principal: HTTPPrincipal?
  /// How long the session lives without a request, in seconds.
  public let timeToLive: Double
  /// The id that the next screen gets, so that none is used twice.
  public let nextElementID: Int
  /// The state as JSON.
  public let state: String
  /// The ``Feature/stateShape`` that the state was encoded in; `nil` for the present one.
  public let shape: String?
  /// What is remembered of the session, oldest first; `nil` for nothing.
  public let history: [SavedVersion]?
}

extension SavedSession {
  /// A version that leaves room for all that may come.
  static var maximumVersion: Int { 1 << 52 }

  /// What a session itself knows of what is saved.
  struct Content {
    let version: Int
    let state: [UInt8]
    let nextElementID: Int
    let history: [SessionJournal.Version]
  }

  /// How many bytes the session takes where it is stored.
  var size: StoredSize {
    StoredSize(
      state: state.utf8.count,
      journal: (history ?? []).reduce(0) {
        $0 + ($1.action?.utf8.count ?? 0) + ($1.snapshot?.utf8.count ?? 0)
      })
  }

  init(_ content: Content, of info: SessionInfo, timeToLive: Double, shape: SchemaFingerprint) {
    self.init(
      id: info.id, feature: info.feature, version: content.version, principal: info.principal,
      timeToLive: timeToLive, nextElementID: content.nextElementID,
      state: String(decoding: content.state, as: UTF8.self), shape: shape.description,
      history: content.history.map(\.saved))
  }
}

/// What led a session to a version, as it is remembered.
public struct SavedVersion: Codable, Sendable, Hashable {
  /// The version that it led to.
  public let version: Int
  /// When that was, in seconds since 1970.
  public let time: Double
  /// What it was: `creation`, `client`, `effect`, `restore` or `resume`.
  public let cause: String
  /// The version that was gone back to.
  public let restored: Int?
  /// The action as JSON, where there was one.
  public let action: String?
  /// How many effects were in flight.
  public let effects: Int
  /// The state as JSON, where it is remembered.
  public let snapshot: String?
}

/// Why a saved session can't go on.
public struct SessionResumeError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, for a person.
  public let message: String

  public var description: String { message }
}
