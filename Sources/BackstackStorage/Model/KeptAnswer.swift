/// What an answer is kept under.
public struct AnswerKey: Hashable, Sendable {
  /// The id of the session that the answer goes with, and away with; or any other name, for an answer
  /// that stays when a session goes.
  public var scope: String
  /// The idempotency key.
  public var key: String

  /// What an answer is kept under.
  public init(scope: String, key: String) {
    self.scope = scope
    self.key = key
  }
}

/// An answer that is given again when the same request comes again.
public struct KeptAnswer: Hashable, Sendable {
  /// What it is kept under.
  public var key: AnswerKey
  /// When it was given.
  public var created: StorageTime
  /// From when on it is not given again.
  public var expires: StorageTime
  /// The answer and what tells its request from others, in the host's own form.
  public var body: [UInt8]

  /// An answer that is kept.
  public init(key: AnswerKey, created: StorageTime, expires: StorageTime, body: [UInt8]) {
    self.key = key
    self.created = created
    self.expires = expires
    self.body = body
  }
}
