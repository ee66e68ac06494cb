#if PostgreSQL

import BackstackStorage

/// The tables of a storage.
///
/// The columns that change with each action are in `position`, which has no index on a column that
/// changes, so that PostgreSQL can keep the new row in the page of the old one. Its row is the lock
/// of the session: a transaction that changes a session changes or locks that row first.
enum PostgresSchema {
  /// The format of the tables. A program refuses others.
  static let format: Int64 = 1

  static func statements(in schema: String) -> [String] {
    ["CREATE SCHEMA IF NOT EXISTS \(PostgresConnection.quoted(schema))"] + tables
  }

  private static let tables = [
    """
    CREATE TABLE IF NOT EXISTS format (key int PRIMARY KEY, number bigint NOT NULL,
      probes bigint NOT NULL)
    """,
    "INSERT INTO format VALUES (0, \(format), 0) ON CONFLICT DO NOTHING",
    """
    CREATE TABLE IF NOT EXISTS position (
      id text COLLATE "C" PRIMARY KEY, node bigint NOT NULL, epoch bigint NOT NULL,
      version bigint NOT NULL, fingerprint bytea NOT NULL, bytes bigint NOT NULL,
      -- Null if the state is the snapshot of the last entry.
      state bytea
    ) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02)
    """,
    """
    CREATE TABLE IF NOT EXISTS session (
      id text COLLATE "C" PRIMARY KEY, feature bytea NOT NULL, owner bytea,
      created bigint NOT NULL, ttl bigint NOT NULL, expires bigint NOT NULL,
      -- The minute of the expiry: a session that is used several times a minute stays where it is.
      minute bigint NOT NULL, pending boolean NOT NULL, crashed bigint, quarantined bigint,
      metadata bytea NOT NULL
    ) WITH (fillfactor = 80)
    """,
    "CREATE INDEX IF NOT EXISTS session_minute ON session (minute, id)",
    "CREATE INDEX IF NOT EXISTS session_owner ON session (owner) WHERE owner IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS session_pending ON session (id) WHERE pending",
    """
    CREATE INDEX IF NOT EXISTS session_quarantined ON session (id) WHERE quarantined IS NOT NULL
    """,
    """
    CREATE TABLE IF NOT EXISTS entry (
      id text COLLATE "C", version bigint, epoch bigint NOT NULL, time bigint NOT NULL,
      record bytea NOT NULL, snapshot bytea, PRIMARY KEY (id, version)
    ) WITH (autovacuum_vacuum_scale_factor = 0.02)
    """,
    """
    CREATE TABLE IF NOT EXISTS ended (
      id text COLLATE "C" PRIMARY KEY, feature bytea NOT NULL, owner bytea, reason bytea NOT NULL,
      until bigint NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS ended_until ON ended (until)",
    """
    CREATE TABLE IF NOT EXISTS answer (
      scope bytea, key bytea, created bigint NOT NULL, expires bigint NOT NULL,
      body bytea NOT NULL, PRIMARY KEY (scope, key)
    )
    """,
    "CREATE INDEX IF NOT EXISTS answer_expires ON answer (expires)",
    "CREATE TABLE IF NOT EXISTS cluster (key int PRIMARY KEY, next_node bigint NOT NULL)",
    "INSERT INTO cluster VALUES (0, 1) ON CONFLICT DO NOTHING",
    """
    CREATE TABLE IF NOT EXISTS node (
      number bigint PRIMARY KEY, name bytea NOT NULL, address bytea NOT NULL, secret bytea NOT NULL,
      connections text NOT NULL, weight bigint NOT NULL, shapes bytea NOT NULL,
      state bigint NOT NULL, beat bigint NOT NULL, ended timestamptz,
      -- When the node has beaten last.
      seen timestamptz
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)
    """,
  ]

  /// Creates the tables that are missing if the configuration says so, and checks that the database is one that a storage can rely
  /// on.
  ///
  /// - Throws: ``StorageError`` if it is not.
  static func prepare(
    _ connection: PostgresConnection, _ configuration: PostgresConfiguration
  ) throws(StorageError) {
    var isMissing = false
    var lacksNodes = false
    do throws(PostgresFailure) {
      let settings = try connection.run([
        PostgresCommand(
          PostgresStatement(
            "",
            """
            SELECT current_setting('server_encoding'), current_setting('fsync'),
              current_setting('full_page_writes'), to_regclass('node') IS NULL,
              to_regclass('format') IS NULL
            """))
      ])[0]
      guard settings.text(0, 0) == "UTF8" else {
        throw PostgresFailure(state: "54000", message: "the database's encoding is not UTF8")
      }
      if configuration.durability == .full,
        settings.text(0, 1) != "on" || settings.text(0, 2) != "on"
      {
        throw PostgresFailure(
          state: "54000",
          message: "the database runs with fsync or full_page_writes off, so that a power failure "
            + "can damage it; use --durability relaxed if that is meant")
      }
      isMissing = settings.integer(0, 4) != 0
      lacksNodes = settings.integer(0, 3) != 0
    } catch {
      throw error.error
    }
    guard !isMissing || configuration.createsTables else {
      throw .unknownFormat("its schema \"\(configuration.schema)\" has no tables")
    }
    // Before anything is changed, so that another program's tables stay as they are.
    if !isMissing { try requireFormat(connection) }
    if isMissing || lacksNodes {
      do throws(PostgresFailure) {
        try create(connection, configuration)
      } catch {
        throw error.error
      }
      try requireFormat(connection)
    }
  }

  private static func requireFormat(_ connection: PostgresConnection) throws(StorageError) {
    let number = try format(connection)
    guard number == format else {
      throw .unknownFormat("format \(number) of PostgreSQL, this program knows \(format)")
    }
  }

  private static func create(
    _ connection: PostgresConnection, _ configuration: PostgresConfiguration
  ) throws(PostgresFailure) {
    let commands = statements(in: configuration.schema).map {
      PostgresCommand(PostgresStatement("", $0))
    }
    var attempts = 0
    while true {
      attempts += 1
      do throws(PostgresFailure) {
        _ = try connection.run([PostgresCommand(.begin)] + commands + [PostgresCommand(.commit)])
        return
      } catch {
        // Others may create the same tables now: IF NOT EXISTS does not wait for them.
        guard ["23505", "42P07", "42P06", "40P01", "XX000"].contains(error.state), attempts < 10
        else { throw error }
      }
    }
  }

  private static func format(_ connection: PostgresConnection) throws(StorageError) -> Int64 {
    do throws(PostgresFailure) {
      let result = try connection.run([
        PostgresCommand(PostgresStatement("", "SELECT number FROM format WHERE key = 0"))
      ])[0]
      return result.count == 0 ? -1 : result.integer(0, 0) ?? -1
    } catch {
      throw error.error
    }
  }
}

#endif
