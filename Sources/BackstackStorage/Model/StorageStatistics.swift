/// The size of a storage.
public struct StorageStatistics: Hashable, Sendable {
  /// The number of sessions that have not ended.
  public var sessions: Int
  /// The number of ended sessions that are remembered.
  public var ended: Int
  /// The number of kept answers.
  public var answers: Int
  /// The number of bytes that the storage takes, including space that was freed and not reused.
  public var bytes: Int

  /// Creates the statistics of a storage.
  public init(sessions: Int, ended: Int, answers: Int, bytes: Int) {
    self.sessions = sessions
    self.ended = ended
    self.answers = answers
    self.bytes = bytes
  }
}
