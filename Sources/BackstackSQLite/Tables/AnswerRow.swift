#if SQLite

import BackstackStorage

/// Access to the rows of stored answers.
enum AnswerRow {
  /// Returns the answer under a key, expired or not.
  ///
  /// - Throws: ``StorageError/corrupted(_:)`` if the row is damaged.
  static func find(
    _ key: AnswerKey, in connection: SQLiteConnection
  ) throws(StorageError) -> StoredAnswer? {
    try connection.first(
      "SELECT created, expires, checksum, body FROM answer WHERE scope = ? AND key = ?",
      [.text(key.scope), .text(key.key)]
    ) { (row) throws(StorageError) in
      guard let created = row.integer(0), let expires = row.integer(1),
        let checksum = row.integer(2), let body = row.blob(3)
      else { throw .corrupted("a stored answer is damaged") }
      let answer = StoredAnswer(
        key: key, created: StorageTime(milliseconds: created),
        expires: StorageTime(milliseconds: expires), body: body)
      guard checksum == self.checksum(of: answer) else {
        throw .corrupted("a stored answer is damaged")
      }
      return answer
    }
  }

  /// Checks that an answer can be stored.
  ///
  /// - Throws: ``StorageError/answerExists``.
  static func check(
    _ answer: StoredAnswer?, in connection: SQLiteConnection
  ) throws(StorageError) {
    guard let answer, let stored = try find(answer.key, in: connection),
      stored.expires > answer.created, stored != answer
    else { return }
    throw .answerExists
  }

  static func store(_ answer: StoredAnswer?, in connection: SQLiteConnection) throws(StorageError) {
    guard let answer else { return }
    try connection.run(
      """
      INSERT OR REPLACE INTO answer (scope, key, created, expires, checksum, body)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(answer.key.scope), .text(answer.key.key), .integer(answer.created.milliseconds),
        .integer(answer.expires.milliseconds), .integer(checksum(of: answer)), .blob(answer.body),
      ])
  }

  static func remove(_ key: AnswerKey, in connection: SQLiteConnection) throws(StorageError) {
    try connection.run(
      "DELETE FROM answer WHERE scope = ? AND key = ?", [.text(key.scope), .text(key.key)])
  }

  private static func checksum(of answer: StoredAnswer) -> Int64 {
    var checksum = Checksum()
    checksum.add(answer.key.scope)
    checksum.add(answer.key.key)
    checksum.add(answer.created.milliseconds)
    checksum.add(answer.expires.milliseconds)
    checksum.add(answer.body)
    return checksum.value
  }
}

#endif
