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
      "SELECT \(columns) FROM answer WHERE scope = ? AND key = ?",
      [.text(key.scope), .text(key.key)]
    ) { (row) throws(StorageError) in try answer(in: row, of: key.scope) }
  }

  /// Returns the latest answers of a scope, the earliest first; one whose row is damaged has no body.
  static func latest(
    of scope: String, after time: StorageTime, limit: Int, in connection: SQLiteConnection
  ) throws(StorageError) -> [StoredAnswer] {
    var answers: [StoredAnswer] = []
    try connection.each(
      """
      SELECT \(columns) FROM answer WHERE scope = ? AND expires > ?
      ORDER BY created DESC, key DESC LIMIT ?
      """,
      [.text(scope), .integer(time.milliseconds), .integer(limit)]
    ) { (row) throws(StorageError) in
      if let answer = try? answer(in: row, of: scope) {
        answers.append(answer)
      } else if let key = row.text(0), let created = row.integer(1), let expires = row.integer(2) {
        answers.append(
          StoredAnswer(
            key: AnswerKey(scope: scope, key: key), created: StorageTime(milliseconds: created),
            expires: StorageTime(milliseconds: expires), body: []))
      } else {
        throw .corrupted("a stored answer is damaged")
      }
    }
    return answers.reversed()
  }

  /// Visits all answers, and tells whether each is damaged.
  static func each(
    in connection: SQLiteConnection, _ body: (_ key: AnswerKey, _ isDamaged: Bool) -> Void
  ) throws(StorageError) {
    try connection.each("SELECT \(columns), scope FROM answer") { (row) in
      let key = AnswerKey(scope: row.text(5) ?? "", key: row.text(0) ?? "")
      body(key, (try? answer(in: row, of: key.scope)) == nil)
    }
  }

  private static let columns = "key, created, expires, checksum, body"

  private static func answer(
    in row: borrowing SQLiteRow, of scope: String
  ) throws(StorageError) -> StoredAnswer {
    guard let key = row.text(0), let created = row.integer(1), let expires = row.integer(2),
      let checksum = row.integer(3), let body = row.blob(4)
    else { throw .corrupted("a stored answer is damaged") }
    let answer = StoredAnswer(
      key: AnswerKey(scope: scope, key: key), created: StorageTime(milliseconds: created),
      expires: StorageTime(milliseconds: expires), body: body)
    guard checksum == self.checksum(of: answer) else {
      throw .corrupted("a stored answer is damaged")
    }
    return answer
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
