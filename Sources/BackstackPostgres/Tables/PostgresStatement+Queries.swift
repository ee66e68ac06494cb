#if PostgreSQL

import BackstackStorage

extension PostgresStatement {
  /// The columns of a header.
  private static let header = """
    s.id, s.feature, s.owner, p.fingerprint, s.created, s.expires, s.ttl, p.version, p.epoch, p.node,
    s.crashed, s.quarantined, s.pending
    """

  static let session = Self(
    "session",
    """
    SELECT \(header), s.metadata, coalesce(p.state,
      (SELECT e.snapshot FROM entry e WHERE e.id = p.id AND e.version = p.version))
    FROM session s JOIN position p ON p.id = s.id WHERE s.id = $1::text
    """)

  static let ownership = Self(
    "ownership",
    """
    SELECT feature, owner, metadata, NULL::bytea FROM session WHERE id = $1::text
    UNION ALL SELECT feature, owner, ''::bytea, reason FROM ended WHERE id = $1
    """)

  static let journal = Self(
    "journal",
    """
    SELECT p.version, (SELECT min(version) FROM entry WHERE id = $1::text), e.version, e.epoch,
      e.time, e.record, CASE WHEN $4::boolean THEN e.snapshot END
    FROM position p LEFT JOIN LATERAL (
      SELECT * FROM entry WHERE id = $1 AND version >= $2::bigint
      ORDER BY version LIMIT $3::bigint) e ON true
    WHERE p.id = $1 ORDER BY e.version
    """)

  static let answer = Self(
    "answer",
    """
    SELECT scope, key, created, expires, body FROM answer
    WHERE scope = $1::bytea AND key = $2::bytea AND expires > $3::bigint
    """)

  static let answers = Self(
    "answers",
    """
    SELECT scope, key, created, expires, body FROM answer
    WHERE scope = $1::bytea AND expires > $2::bigint
    ORDER BY created DESC, key DESC LIMIT $3::bigint
    """)

  static let byID = Self(
    "byID",
    """
    SELECT \(header) FROM session s JOIN position p ON p.id = s.id
    WHERE s.id > $1::text COLLATE "C" ORDER BY s.id LIMIT $2::bigint
    """)

  static let pending = Self(
    "pending",
    """
    SELECT \(header) FROM session s JOIN position p ON p.id = s.id
    WHERE s.pending AND s.quarantined IS NULL AND s.id > $1::text COLLATE "C"
    ORDER BY s.id LIMIT $2::bigint
    """)

  static let byOwner = Self(
    "byOwner",
    """
    SELECT \(header) FROM session s JOIN position p ON p.id = s.id
    WHERE s.owner = $1::bytea AND s.id > $2::text COLLATE "C" ORDER BY s.id LIMIT $3::bigint
    """)

  static let byExpiry = Self(
    "byExpiry",
    """
    SELECT \(header) FROM session s JOIN position p ON p.id = s.id
    WHERE (s.minute, s.id) > ($1::bigint, $2::text COLLATE "C")
    ORDER BY s.minute, s.id LIMIT $3::bigint
    """)

  static let ids = Self(
    "ids",
    """
    SELECT id FROM (
      SELECT id FROM session UNION SELECT id FROM ended) ids
    WHERE id >= $1::text COLLATE "C" AND id < $2::text COLLATE "C" ORDER BY id LIMIT $3::bigint
    """)

  static let usage = Self(
    "usage",
    """
    SELECT count(*), (coalesce(sum(p.bytes + coalesce(octet_length(p.state), 0) + coalesce((
      SELECT sum(octet_length(key) + octet_length(body)) FROM answer
      WHERE scope = convert_to(s.id, 'UTF8')), 0)), 0) + (
      SELECT coalesce(sum(octet_length(key) + octet_length(body)), 0) FROM answer
      WHERE scope = $2::bytea AND key >= $3::bytea AND key < $3::bytea || '\\xff'::bytea))::bigint
    FROM session s JOIN position p ON p.id = s.id WHERE s.owner = $1::bytea
    """)

  static let count = Self("count", "SELECT count(*) FROM session")

  static let quarantineCount = Self(
    "quarantineCount", "SELECT count(*) FROM session WHERE quarantined IS NOT NULL")

  static let statistics = Self(
    "statistics",
    """
    SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM ended),
      (SELECT count(*) FROM answer WHERE key NOT LIKE '%\(AnswerKey.contentSuffix)'::bytea), (
        SELECT sum(pg_total_relation_size(name::regclass))::bigint
        FROM unnest(ARRAY['position', 'session', 'entry', 'ended', 'answer']) AS name)
    """)

  static let shapes = Self(
    "shapes",
    """
    SELECT s.feature, p.fingerprint, count(*) FROM session s JOIN position p ON p.id = s.id
    GROUP BY 1, 2
    """)
}

#endif
