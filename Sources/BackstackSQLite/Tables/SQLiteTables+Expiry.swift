#if SQLite

import BackstackStorage

extension SQLiteTables {
  /// Removes what has expired, within an open transaction.
  func expire(_ expiry: StorageWrite.Expiry) throws(StorageError) -> StorageReceipt {
    let now = expiry.now.milliseconds
    var room = expiry.limit
    let expired = try expiredSessions(expiry.now, limit: room)
    for session in expired {
      rows.forget(session.header.id)
      try session.bury(
        reason: StorageWrite.expiredReason, until: expiry.rememberedUntil, in: connection)
    }
    room -= expired.count
    try connection.run(
      """
      DELETE FROM session WHERE key IN (
        SELECT key FROM session INDEXED BY session_ended
        WHERE ended IS NOT NULL AND minute <= ? AND expires <= ? LIMIT ?)
      """, [.integer(expiry.now.minute), .integer(now), .integer(room)])
    room -= connection.changeCount
    try connection.run(
      """
      DELETE FROM answer WHERE (scope, key) IN (
        SELECT scope, key FROM answer INDEXED BY answer_expires WHERE expires <= ? LIMIT ?)
      """, [.integer(now), .integer(room)])
    room -= connection.changeCount
    return .expired(expired.map(\.header.id), hasMore: room <= 0)
  }

  /// Returns expired sessions. Skips damaged records, whose expiry is unknown.
  private func expiredSessions(
    _ now: StorageTime, limit: Int
  ) throws(StorageError) -> [SessionRow] {
    var expired: [SessionRow] = []
    var last = (minute: Int64.min, key: Int64.min)
    var isAtEnd = false
    while expired.count < limit, !isAtEnd {
      isAtEnd = true
      try connection.each(
        """
        SELECT \(SessionRow.columns), minute FROM session INDEXED BY session_minute
        LEFT JOIN position USING (key)
        WHERE ended IS NULL AND quarantined IS NULL AND minute <= ? AND expires <= ?
          AND (minute, session.key) > (?, ?)
        ORDER BY minute, session.key LIMIT ?
        """,
        [
          .integer(now.minute), .integer(now.milliseconds), .integer(last.minute),
          .integer(last.key), .integer(limit - expired.count),
        ]
      ) { (row) throws(StorageError) in
        guard let key = row.integer(0), let minute = row.integer(SessionRow.columnCount) else {
          throw .corrupted("a session without an expiry")
        }
        last = (minute, key)
        isAtEnd = false
        do throws(StorageError) {
          expired.append(try SessionRow.read(row))
        } catch {
          guard case .unreadableRecord = error else { throw error }
        }
      }
    }
    return expired
  }
}

#endif
