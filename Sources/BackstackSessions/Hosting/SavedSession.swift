import BackstackCoding
package import BackstackDependencies

/// A session in a form with which another process can resume it. It keeps its id, its version and
/// the ids of its screens; of its effects, only those are saved that are durable and pending.
///
/// The id gives access to the session: protect it like a password.
public struct SavedSession: Codable, Sendable, Hashable {
  /// The session's id.
  public let id: String
  /// The name of the feature.
  public let feature: String
  /// The number of actions that were processed.
  public let version: Int
  /// The principal that created the session.
  public let principal: SessionPrincipal?
  /// The number of seconds that the session lives without a request.
  public let timeToLive: Double
  /// The id of the next screen, so that no id is used twice.
  public let nextElementID: Int
  /// The state as JSON.
  public let state: String
  /// Which places of the state share values, and the values that have a key, as JSON; `nil` if there are
  /// none.
  public let shared: String?
  /// The ``Feature/stateShape`` in which the state was encoded; `nil` for the present one.
  public let shape: String?
  /// The remembered versions, oldest first; `nil` for none.
  public let history: [SavedVersion]?
  /// The durable effects that are pending, oldest first; `nil` for none.
  public let pendingEffects: [PendingEffect]?
  /// The language of the person, as a tag (BCP 47); `nil` if it is not known.
  public let locale: String?
  /// The versions since which screens present what they present, by names that distinguish it; `nil` for
  /// none.
  public let presentations: [String: Int]?
  /// The build of the program whose screens of the version clients may have; `nil` for none.
  public let build: String?

  init(
    id: String, feature: String, version: Int, principal: SessionPrincipal?, timeToLive: Double,
    nextElementID: Int, state: String, shared: String? = nil, shape: String?,
    history: [SavedVersion]?,
    pendingEffects: [PendingEffect]? = nil, locale: String? = nil,
    presentations: [String: Int]? = nil, build: String? = nil
  ) {
    self.id = id
    self.feature = feature
    self.version = version
    self.principal = principal
    self.timeToLive = timeToLive
    self.nextElementID = nextElementID
    self.state = state
    self.shared = shared
    self.shape = shape
    self.history = history
    self.pendingEffects = pendingEffects
    self.locale = locale
    self.presentations = presentations
    self.build = build
  }
}

extension SavedSession {
  /// The largest version of a saved session: it leaves enough room for later versions.
  static var maximumVersion: Int { 1 << 52 }

  /// The parts of a saved session that the running session knows.
  package struct Content {
    let version: Int
    let state: SavedState
    let nextElementID: Int
    let history: [SessionJournal.Version]
    let pending: [PendingEffect]
    let screens: ShownScreens
  }

  /// The number of bytes that the session takes in storage.
  var size: StoredSize {
    StoredSize(
      state: state.utf8.count + (shared?.utf8.count ?? 0),
      journal: (history ?? []).reduce(0) {
        $0 + ($1.action?.utf8.count ?? 0)
          + JournaledAction.bytes([], $1.made, by: $1.author).count
          + ($1.snapshot?.utf8.count ?? 0) + ($1.shared?.utf8.count ?? 0)
      })
  }

  init(_ content: Content, of info: SessionInfo, timeToLive: Double, shape: SchemaFingerprint) {
    self.init(
      id: info.id, feature: info.feature, version: content.version, principal: info.principal,
      timeToLive: timeToLive, nextElementID: content.nextElementID,
      state: content.state.jsonText, shared: content.state.sharedText, shape: shape.description,
      history: content.history.map(\.saved),
      pendingEffects: content.pending.isEmpty ? nil : content.pending, locale: info.locale,
      presentations: content.screens.presentations.isEmpty ? nil : content.screens.presentations,
      build: content.screens.build)
  }
}

/// A remembered step in a session's history: how the session reached a version.
public struct SavedVersion: Codable, Sendable, Hashable {
  /// The version that the session reached.
  public let version: Int
  /// The time of the step, in seconds since 1970.
  public let time: Double
  /// The kind of step: `creation`, `client`, `effect`, `shared`, `restore` or `resume`.
  public let cause: String
  /// The version that the step restored, if it was a restore.
  public let restored: Int?
  /// The version whose action started the effect that sent this step's action or changed a shared
  /// value, if that is known.
  public let causedBy: Int?
  /// The action as JSON, if the step was an action.
  public let action: String?
  /// The principal of the client that made the step; `nil` if no client has, or none is known.
  public private(set) var principal: String?
  /// Whether an agent made the step; `nil` if not.
  public private(set) var agent: Bool?
  /// The values that dependencies made for the action's reducer; `nil` for none.
  package private(set) var made: MadeValues?
  /// The number of effects that were in flight.
  public let effects: Int
  /// The state as JSON, if it is remembered.
  public let snapshot: String?
  /// The shared values of the state, as in ``SavedSession/shared``.
  public private(set) var shared: String?
}

extension SavedVersion {
  var author: VersionAuthor? { VersionAuthor(principal: principal, isAgent: agent ?? false) }
}
