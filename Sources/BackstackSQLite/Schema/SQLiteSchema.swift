#if SQLite

import BackstackStorage

/// The tables of a file, as the migration steps that lead to them.
///
/// A released step never changes; a change of the tables is another step.
struct SQLiteSchema {
  /// The statements that lead from each version to the next; the first ones create a new file's
  /// tables.
  var steps: [[String]]

  /// The current format.
  static let current = SQLiteSchema(
    steps: [
      first, entriesInOrder, positionsApart, crashes, ownersIndexed, pending, entryEpochs, nodes,
      deltas,
    ])

  /// "BSTK", which distinguishes our files from those of other programs.
  static let applicationID = 0x4253_544B

  /// The properties of a session are stored apart from its state, so that lists and changes of the
  /// expiry don't read the state. Sessions are indexed by the minute in which they expire, so that a
  /// session that is used often doesn't write to the index each time. `checksum` covers the other
  /// columns.
  static let first = [
    """
    CREATE TABLE session (
      key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, feature TEXT NOT NULL, owner TEXT,
      fingerprint TEXT NOT NULL, created INTEGER NOT NULL, ttl INTEGER NOT NULL,
      expires INTEGER NOT NULL, minute INTEGER NOT NULL, version INTEGER NOT NULL,
      epoch INTEGER NOT NULL, oldest INTEGER, bytes INTEGER NOT NULL, metadata BLOB NOT NULL,
      state_checksum INTEGER NOT NULL, ended TEXT, checksum INTEGER NOT NULL)
    """,
    "CREATE INDEX session_minute ON session (minute) WHERE ended IS NULL",
    "CREATE INDEX session_ended ON session (minute) WHERE ended IS NOT NULL",
    "CREATE TABLE state (key INTEGER PRIMARY KEY, state BLOB NOT NULL)",
    """
    CREATE TABLE journal (
      key INTEGER NOT NULL, version INTEGER NOT NULL, time INTEGER NOT NULL,
      checksum INTEGER NOT NULL, snapshot_checksum INTEGER, record BLOB NOT NULL, snapshot BLOB,
      PRIMARY KEY (key, version)) WITHOUT ROWID
    """,
    """
    CREATE TABLE answer (
      scope TEXT NOT NULL, key TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL,
      checksum INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (scope, key)) WITHOUT ROWID
    """,
    "CREATE INDEX answer_expires ON answer (expires)",
    "CREATE TABLE probe (key INTEGER PRIMARY KEY, count INTEGER NOT NULL)",
  ]

  /// The entries of all journals in the order in which they arrive, so that those of one commit
  /// share pages. Blocks locate the entries of a session; the session's row locates the last ones.
  /// A state that is the snapshot of an entry is only stored there.
  static let entriesInOrder = [
    """
    CREATE TABLE entry (
      row INTEGER PRIMARY KEY, key INTEGER NOT NULL, version INTEGER NOT NULL,
      time INTEGER NOT NULL, checksum INTEGER NOT NULL, snapshot_checksum INTEGER,
      record BLOB NOT NULL, snapshot BLOB)
    """,
    """
    INSERT INTO entry (key, version, time, checksum, snapshot_checksum, record, snapshot)
    SELECT key, version, time, checksum, snapshot_checksum, record, snapshot FROM journal
    ORDER BY key, version
    """,
    """
    CREATE TABLE block (
      key INTEGER NOT NULL, version INTEGER NOT NULL, first INTEGER NOT NULL, gaps BLOB NOT NULL,
      PRIMARY KEY (key, version)) WITHOUT ROWID
    """,
    // After this copy, the rows of a session are consecutive.
    """
    INSERT INTO block (key, version, first, gaps)
    SELECT key, min(version), min(row), zeroblob(count(*) - 1) FROM entry
    GROUP BY key, version / 32
    """,
    "DROP TABLE journal",
    """
    CREATE TABLE garbage (
      number INTEGER PRIMARY KEY, key INTEGER NOT NULL, before INTEGER NOT NULL,
      first INTEGER NOT NULL, gaps BLOB NOT NULL)
    """,
    "ALTER TABLE session ADD COLUMN state_row INTEGER",
    "ALTER TABLE session ADD COLUMN last_first INTEGER",
    "ALTER TABLE session ADD COLUMN last_gaps BLOB",
  ]

  /// The columns that each action changes are stored apart from the rest, in rows so small that
  /// those of many sessions share a page: a commit writes fewer pages. `position.checksum` covers the
  /// columns of both tables; an ended session has no position. Damaged columns are copied as they
  /// are: one unreadable session must not make the file unusable.
  static let positionsApart = [
    """
    CREATE TABLE position (
      key INTEGER PRIMARY KEY, checksum INTEGER, version INTEGER, epoch INTEGER, oldest INTEGER,
      bytes INTEGER, state_checksum INTEGER, state_row INTEGER, last_first INTEGER, last_gaps BLOB)
    """,
    """
    INSERT INTO position (key, checksum, version, epoch, oldest, bytes, state_checksum, state_row,
      last_first, last_gaps)
    SELECT key, checksum, version, epoch, oldest, bytes, state_checksum, state_row, last_first,
      last_gaps
    FROM session WHERE ended IS NULL ORDER BY key
    """,
    """
    CREATE TABLE kept (
      key INTEGER PRIMARY KEY, id TEXT UNIQUE, feature TEXT, owner TEXT, fingerprint TEXT,
      created INTEGER, ttl INTEGER, expires INTEGER, minute INTEGER, metadata BLOB, ended TEXT,
      ended_checksum INTEGER)
    """,
    """
    INSERT INTO kept (key, id, feature, owner, fingerprint, created, ttl, expires, minute, metadata,
      ended, ended_checksum)
    SELECT key, id, feature, owner, fingerprint, created, ttl, expires, minute, metadata, ended,
      iif(ended IS NULL, NULL, checksum)
    FROM session ORDER BY key
    """,
    "DROP TABLE session",
    "ALTER TABLE kept RENAME TO session",
    "CREATE INDEX session_minute ON session (minute) WHERE ended IS NULL",
    "CREATE INDEX session_ended ON session (minute) WHERE ended IS NOT NULL",
  ]

  /// The times at which processes ended while they worked on a session, and of its quarantine. Few
  /// sessions have either; an index locates the quarantined ones.
  static let crashes = [
    "ALTER TABLE session ADD COLUMN crashed INTEGER",
    "ALTER TABLE session ADD COLUMN quarantined INTEGER",
    "CREATE INDEX session_quarantined ON session (key) WHERE quarantined IS NOT NULL",
  ]

  /// An index that locates the sessions of an owner without reading those of others.
  static let ownersIndexed = [
    "CREATE INDEX session_owner ON session (owner) WHERE ended IS NULL"
  ]

  /// The mark of the few sessions that a host has to activate when it starts, with an index that
  /// locates them.
  static let pending = [
    "ALTER TABLE session ADD COLUMN pending INTEGER",
    "CREATE INDEX session_pending ON session (id) WHERE pending IS NOT NULL",
  ]

  /// The epochs under which entries were stored; `NULL` for older entries.
  static let entryEpochs = ["ALTER TABLE entry ADD COLUMN epoch INTEGER"]

  /// The nodes that claimed sessions; `NULL` for no node.
  static let nodes = ["ALTER TABLE session ADD COLUMN node INTEGER"]

  /// For an entry whose `snapshot` is stored as its difference from another one: the row of the
  /// entry that has that, or `NULL` if the table of states has it; and its own number of bytes.
  static let deltas = [
    "ALTER TABLE entry ADD COLUMN base INTEGER",
    "ALTER TABLE entry ADD COLUMN length INTEGER",
  ]

  /// Creates the tables of a file, or migrates them.
  ///
  /// - Parameter creates: Whether to create the tables of an empty file.
  /// - Throws: ``StorageError/unknownFormat(_:)`` if another program or a newer version wrote the
  ///   file.
  func prepare(_ connection: SQLiteConnection, creates: Bool) throws(StorageError) {
    var version = try check(connection, mayBeNew: creates)
    guard version < steps.count else { return }
    try connection.transaction(.writing) { () throws(StorageError) in
      // Another process may have migrated the file meanwhile.
      version = try check(connection, mayBeNew: creates)
      guard version < steps.count else { return }
      for statement in steps[version...].joined() { try connection.run(SQLiteStatement(statement)) }
      try connection.run("PRAGMA application_id = \(Self.applicationID)")
      try connection.run("PRAGMA user_version = \(steps.count)")
    }
  }

  /// Checks that a file has the newest format, for programs that must not upgrade it.
  ///
  /// - Throws: ``StorageError/unknownFormat(_:)``.
  func requireNewest(_ connection: SQLiteConnection) throws(StorageError) {
    let version = try check(connection, mayBeNew: false)
    guard version == steps.count else {
      throw .unknownFormat(
        "its version is \(version); a server that may write upgrades it to \(steps.count), and earlier "
          + "programs can't open it then: to try a program, use a copy")
    }
  }

  /// Checks that this library wrote a file, and that the file is not newer than the library.
  ///
  /// - Returns: The version of the file's format; 0 if it has no tables.
  func check(_ connection: SQLiteConnection, mayBeNew: Bool) throws(StorageError) -> Int {
    let application = try connection.integer("PRAGMA application_id")
    let version = try connection.integer("PRAGMA user_version")
    if application == 0, version == 0 {
      guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
        throw .unknownFormat("it is another program's database")
      }
      guard mayBeNew else { throw .corrupted("the file has lost its content") }
      return 0
    }
    guard application == Self.applicationID else {
      throw .unknownFormat("it is another program's database")
    }
    guard version > 0, version <= steps.count else {
      throw .unknownFormat("its version is \(version), and the newest known one is \(steps.count)")
    }
    return version
  }
}

#endif
