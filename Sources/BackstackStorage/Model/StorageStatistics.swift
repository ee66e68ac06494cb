/// How much a storage holds.
public struct StorageStatistics: Hashable, Sendable {
  /// How many sessions there are.
  public var sessions: Int
  /// How many that ended are remembered.
  public var ended: Int
  /// How many answers are kept.
  public var answers: Int
  /// How many bytes all of it takes where it is stored, what was freed and not reused included.
  public var bytes: Int

  /// How much a storage holds.
  public init(sessions: Int, ended: Int, answers: Int, bytes: Int) {
    self.sessions = sessions
    self.ended = ended
    self.answers = answers
    self.bytes = bytes
  }
}
