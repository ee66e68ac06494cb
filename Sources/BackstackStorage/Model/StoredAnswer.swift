/// The key of a stored answer.
public struct AnswerKey: Hashable, Sendable {
  /// The id of the session that the answer belongs to and is removed with, or any other name for an
  /// answer that outlives sessions.
  public var scope: String
  /// The idempotency key.
  public var key: String

  /// Creates the key of an answer.
  public init(scope: String, key: String) {
    self.scope = scope
    self.key = key
  }

  /// The end of the key under which the content of a long answer is stored apart. No key of a
  /// request contains a space.
  package static let contentSuffix = " content"
}

/// The stored outcome of a request, which is the response if the same request is repeated.
public struct StoredAnswer: Hashable, Sendable {
  /// The key of the answer.
  public var key: AnswerKey
  /// The time at which the answer was created.
  public var created: StorageTime
  /// The time from which the answer is no longer used.
  public var expires: StorageTime
  /// The answer and the data that identifies its request, in the host's format.
  public var body: [UInt8]

  /// Creates an answer.
  public init(key: AnswerKey, created: StorageTime, expires: StorageTime, body: [UInt8]) {
    self.key = key
    self.created = created
    self.expires = expires
    self.body = body
  }
}
