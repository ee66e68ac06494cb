public import BackstackHTTP

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
}

/// Why a saved session can't go on.
public struct SessionResumeError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, for a person.
  public let message: String

  public var description: String { message }
}
