#if PostgreSQL

extension PostgresStatement {
  // MARK: Reading before a write

  /// Locks sessions, in the order of their ids, so that two transactions don't wait for each other.
  static let lock = Self(
    "lock",
    """
    SELECT id, node, epoch, version, fingerprint FROM position WHERE id = ANY($1::text[])
    ORDER BY id FOR UPDATE
    """)

  /// Reads what `lock` has locked. It is another statement, because that one may have waited for a
  /// change which its own snapshot does not have.
  static let locked = Self(
    "locked",
    """
    SELECT s.id, s.feature, s.owner, s.created, s.expires, s.ttl, s.pending, s.crashed,
      s.quarantined, s.metadata, coalesce(p.state,
        (SELECT e.snapshot FROM entry e WHERE e.id = p.id AND e.version = p.version))
    FROM position p JOIN session s ON s.id = p.id WHERE p.id = ANY($1::text[])
    """)

  static let ended = Self("ended", "SELECT id, reason FROM ended WHERE id = ANY($1::text[])")

  static let lockAnswers = Self(
    "lockAnswers",
    """
    SELECT scope, key, created, expires, body FROM answer
    WHERE (scope, key) IN (SELECT * FROM unnest($1::bytea[], $2::bytea[])) ORDER BY scope, key
    FOR UPDATE
    """)

  /// The newest entries of a journal, beside the version of its oldest one; a row without an entry if
  /// there are none.
  static let tail = Self(
    "tail",
    """
    SELECT o.version, e.version, e.epoch, e.time, e.record, e.snapshot
    FROM (SELECT min(version) AS version FROM entry WHERE id = $1::text) o LEFT JOIN LATERAL (
      SELECT * FROM entry WHERE id = $1
        AND version > (SELECT version FROM position WHERE id = $1) - $2::bigint) e ON true
    ORDER BY e.version
    """)

  /// One entry of a journal, in the same form.
  static let entry = Self(
    "entry",
    """
    SELECT o.version, e.version, e.epoch, e.time, e.record, e.snapshot
    FROM (SELECT min(version) AS version FROM entry WHERE id = $1::text) o
      LEFT JOIN entry e ON e.id = $1 AND e.version = $2::bigint
    """)

  // MARK: Writing

  /// Stores one action of a session at a revision: the only row tells that it is at that revision.
  static let step = Self(
    "step",
    """
    WITH u AS (
      UPDATE position SET version = $4::bigint, bytes = bytes + $5::bigint, state = $6::bytea
      WHERE id = $1::text AND epoch = $2::bigint AND version = $3::bigint RETURNING id)
    INSERT INTO entry (id, version, epoch, time, record, snapshot)
    SELECT id, $4, $2, $7::bigint, $8::bytea, $9::bytea FROM u
    """)

  /// Changes a session at a revision, unless other answers are stored under its keys. Returns 1 if it
  /// did, else 0.
  static let change = Self(
    "change",
    """
    WITH u AS (
      UPDATE position SET version = $4::bigint, bytes = bytes + $5::bigint,
        state = CASE WHEN $7::boolean THEN $6::bytea ELSE coalesce(state, (
          SELECT snapshot FROM entry e WHERE e.id = $1::text AND e.version = $3::bigint)) END,
        fingerprint = coalesce($8::bytea, fingerprint)
      WHERE id = $1 AND epoch = $2::bigint AND version = $3 AND NOT EXISTS (
        SELECT 1 FROM answer a JOIN
          unnest($14::bytea[], $15::bigint[], $16::bigint[], $17::bytea[])
            AS n (key, created, expires, body) ON a.key = n.key
        WHERE a.scope = $13::bytea AND a.expires > n.created
          AND (a.created, a.expires, a.body) <> (n.created, n.expires, n.body))
      RETURNING id),
    e AS (
      INSERT INTO entry (id, version, epoch, time, record, snapshot)
      SELECT u.id, n.version, $2, n.time, n.record, n.snapshot FROM u,
        unnest($9::bigint[], $10::bigint[], $11::bytea[], $12::bytea[])
          AS n (version, time, record, snapshot)),
    s AS (
      UPDATE session SET expires = coalesce($18::bigint, expires),
        minute = coalesce($19::bigint, minute), metadata = coalesce($20::bytea, metadata),
        pending = coalesce($21::boolean, pending)
      FROM u WHERE session.id = u.id AND ($18::bigint IS NOT NULL
          OR $20::bytea IS NOT NULL OR $21::boolean IS NOT NULL)),
    a AS (
      INSERT INTO answer (scope, key, created, expires, body)
      SELECT $13, n.key, n.created, n.expires, n.body FROM u,
        unnest($14::bytea[], $15::bigint[], $16::bigint[], $17::bytea[])
        AS n (key, created, expires, body)
      ON CONFLICT (scope, key) DO UPDATE SET
        created = excluded.created, expires = excluded.expires, body = excluded.body)
    SELECT count(*) FROM u
    """)

  /// Removes the oldest entries of a journal, as ``JournalRetention`` says.
  static let trim = Self(
    "trim",
    """
    WITH c AS (
      SELECT version, time, row_number() OVER w AS entries,
        (sum(octet_length(record) + coalesce(octet_length(snapshot), 0)) OVER w)::bigint AS bytes
      FROM entry WHERE id = $1::text WINDOW w AS (ORDER BY version DESC)),
    k AS (
      SELECT version, bytes FROM c
      WHERE entries = 1 OR (coalesce(entries <= $2::bigint, true)
        AND coalesce(bytes <= $3::bigint, true) AND coalesce(time >= $4::bigint, true))
      ORDER BY version LIMIT 1),
    d AS (DELETE FROM entry USING k WHERE entry.id = $1 AND entry.version < k.version)
    UPDATE position SET bytes = k.bytes FROM k WHERE position.id = $1 AND position.bytes <> k.bytes
    """)

  static let create = Self(
    "create",
    """
    WITH s AS (
      INSERT INTO session (id, feature, owner, created, ttl, expires, minute, pending, metadata)
      VALUES ($1::text, $2::bytea, $3::bytea, $4::bigint, $5::bigint, $6::bigint, $7::bigint,
        $8::boolean, $9::bytea)),
    e AS (
      INSERT INTO entry (id, version, epoch, time, record, snapshot)
      SELECT $1, n.version, $11::bigint, n.time, n.record, n.snapshot FROM
        unnest($16::bigint[], $17::bigint[], $18::bytea[], $19::bytea[])
          AS n (version, time, record, snapshot))
    INSERT INTO position (id, node, epoch, version, fingerprint, bytes, state)
    VALUES ($1, $10::bigint, $11, $12::bigint, $13::bytea, $14::bigint, $15::bytea)
    """)

  static let addAnswer = Self(
    "addAnswer",
    """
    INSERT INTO answer (scope, key, created, expires, body)
    VALUES ($1::bytea, $2::bytea, $3::bigint, $4::bigint, $5::bytea)
    """)

  static let replaceAnswer = Self(
    "replaceAnswer",
    """
    UPDATE answer SET created = $3::bigint, expires = $4::bigint, body = $5::bytea
    WHERE scope = $1::bytea AND key = $2::bytea
    """)

  static let removeAnswer = Self(
    "removeAnswer", "DELETE FROM answer WHERE scope = $1::bytea AND key = $2::bytea")

  static let claim = Self(
    "claim", "UPDATE position SET epoch = $2::bigint, node = $3::bigint WHERE id = $1::text")

  static let setCrashes = Self(
    "setCrashes",
    """
    WITH s AS (
      UPDATE session SET crashed = $4::bigint, quarantined = $5::bigint, expires = $6::bigint,
        minute = $7::bigint WHERE id = $1::text)
    UPDATE position SET epoch = $2::bigint, node = $3::bigint WHERE id = $1
    """)

  /// Removes a session with its journal and answers. Remembers it if a time is given.
  static let remove = Self(
    "remove",
    """
    WITH s AS (DELETE FROM session WHERE id = $1::text RETURNING id, feature, owner),
    e AS (DELETE FROM entry WHERE id = $1),
    a AS (DELETE FROM answer WHERE scope = $2::bytea),
    n AS (
      INSERT INTO ended (id, feature, owner, reason, until)
      SELECT id, feature, owner, $3::bytea, $4::bigint FROM s WHERE $4 IS NOT NULL)
    DELETE FROM position WHERE id = $1
    """)

  // MARK: Expiry

  /// Locks expired sessions, except those that another transaction changes.
  /// The latest time that a node may take for the present: that of the database, and five minutes, so that a node
  /// whose clock is ahead does not end what others use.
  private static let latestTime =
    "((extract(epoch FROM clock_timestamp()) * 1000)::bigint + 300000)"

  static let lockExpired = Self(
    "lockExpired",
    """
    SELECT p.id FROM session s JOIN position p ON p.id = s.id
    WHERE s.minute <= $1::bigint AND s.expires <= least($2::bigint, \(latestTime))
      AND s.quarantined IS NULL
    ORDER BY s.minute LIMIT $3::bigint FOR UPDATE OF p SKIP LOCKED
    """)

  /// Ends those of the locked sessions that are still expired.
  static let endExpired = Self(
    "endExpired",
    """
    WITH s AS (
      DELETE FROM session WHERE id = ANY($1::text[]) AND expires <= $2::bigint
        AND quarantined IS NULL RETURNING id, feature, owner),
    p AS (DELETE FROM position USING s WHERE position.id = s.id),
    e AS (DELETE FROM entry USING s WHERE entry.id = s.id),
    a AS (DELETE FROM answer USING s WHERE answer.scope = convert_to(s.id, 'UTF8')),
    n AS (
      INSERT INTO ended (id, feature, owner, reason, until)
      SELECT id, feature, owner, $3::bytea, $4::bigint FROM s)
    SELECT id FROM s
    """)

  static let removeExpiredEnds = Self(
    "removeExpiredEnds",
    """
    DELETE FROM ended WHERE id IN (
      SELECT id FROM ended WHERE until <= $1::bigint LIMIT $2::bigint FOR UPDATE SKIP LOCKED)
    """)

  static let removeExpiredAnswers = Self(
    "removeExpiredAnswers",
    """
    DELETE FROM answer WHERE (scope, key) IN (
      SELECT scope, key FROM answer WHERE expires <= least($1::bigint, \(latestTime)) LIMIT $2::bigint
      FOR UPDATE SKIP LOCKED)
    """)

  /// Limits the time for which the transaction waits for a lock.
  static let limitLocks = Self("limitLocks", "SELECT set_config('lock_timeout', $1::text, true)")

  /// Changes a row, so that the commit has something that the disk and a standby have to confirm.
  static let probe = Self(
    "probe", "UPDATE format SET probes = (probes + 1) % 65536 WHERE key = 0")
}

#endif
