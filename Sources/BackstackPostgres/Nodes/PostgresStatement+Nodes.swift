#if PostgreSQL

extension PostgresStatement {
  /// Adds a node under the next number, which no transaction that is undone gives away.
  static let addNode = Self(
    "add_node",
    """
    WITH c AS (UPDATE cluster SET next_node = next_node + 1 WHERE key = 0
      RETURNING next_node - 1 AS number)
    INSERT INTO node (number, name, address, secret, connections, weight, shapes, state, beat, seen)
    SELECT number, $1::bytea, $2::bytea, $3::bytea, $4::text, $5::bigint, $6::bytea, 0, 0, now()
    FROM c RETURNING number
    """)

  /// Removes the nodes that ended a day ago.
  static let forgetNodes = Self(
    "forget_nodes",
    "DELETE FROM node WHERE state >= 3 AND ended < now() - interval '1 day'")

  /// Counts a beat. States only move forward, and 3 and 4 are final.
  static let beat = Self(
    "beat",
    """
    UPDATE node SET beat = beat + 1, state = $2::bigint, seen = now(),
      ended = CASE WHEN $2::bigint >= 3 THEN now() END
    WHERE number = $1::bigint AND state < 3 AND state <= $2::bigint
    """)

  /// Reads all living nodes and the next number, at one moment: with a number of a later moment, a
  /// node that joins in between would be taken for a dead one.
  static let readNodes = Self(
    "read_nodes",
    """
    SELECT c.next_node, n.number, n.name, n.address, n.secret, n.weight, n.shapes, n.state, n.beat
    FROM cluster c LEFT JOIN node n ON n.state < 3 WHERE c.key = 0 ORDER BY n.number
    """)

  static let declareDead = Self(
    "declare_dead",
    """
    UPDATE node SET state = 4, ended = now()
    WHERE number = $1::bigint AND state < 3 AND beat = $2::bigint
    """)

  /// Waits for less than a beat of the others lasts: a row is locked for as long only by a
  /// transaction that was sent in part.
  static let waitBriefly = Self("wait_briefly", "SET LOCAL lock_timeout = '200ms'")

  static let isNodeDead = Self(
    "is_node_dead",
    """
    SELECT $1::bigint < next_node
      AND NOT EXISTS (SELECT 1 FROM node WHERE number = $1::bigint AND state < 3)
    FROM cluster WHERE key = 0
    """)

  /// Reads all nodes that are remembered, with the age of their last beats by the database's clock, and
  /// the numbers of their sessions.
  static let readStatus = Self(
    "read_status",
    """
    SELECT n.number, n.name, n.address, n.weight, n.shapes, n.state, n.beat,
      (extract(epoch FROM clock_timestamp() - n.seen) * 1000)::bigint, coalesce(p.sessions, 0)
    FROM node n
    LEFT JOIN (SELECT node, count(*) AS sessions FROM position GROUP BY node) p
      ON p.node = n.number
    ORDER BY n.number
    """)

  static let readOwnership = Self(
    "read_ownership", "SELECT node, epoch, version FROM position WHERE id = $1::text")

  /// Finds sessions whose stored versions contradict each other.
  static let findContradictions = Self(
    "find_contradictions",
    """
    SELECT id, what FROM (
      SELECT id, CASE WHEN version <> before + 1 THEN 'version ' || before + 1 || ' is missing'
        ELSE 'the epoch falls at version ' || version END AS what
      FROM (
        SELECT id, version, epoch, lag(version) OVER w AS before, lag(epoch) OVER w AS former
        FROM entry WINDOW w AS (PARTITION BY id ORDER BY version)
      ) e WHERE version <> before + 1 OR epoch < former
      UNION ALL
      SELECT p.id, 'the last entry is of version ' || e.version || ', the state of ' || p.version
      FROM position p JOIN (SELECT id, max(version) AS version FROM entry GROUP BY id) e USING (id)
      WHERE e.version <> p.version
      UNION ALL
      SELECT p.id, 'the last entry is of a later epoch than the session'
      FROM position p JOIN (SELECT id, max(epoch) AS epoch FROM entry GROUP BY id) e USING (id)
      WHERE e.epoch > p.epoch
      UNION ALL
      SELECT p.id, 'node ' || p.node || ' has never been'
      FROM position p, cluster c WHERE p.node >= c.next_node
    ) x ORDER BY id, what LIMIT 100
    """)

  static let endConnections = Self(
    "end_connections",
    """
    SELECT pg_terminate_backend(a.pid) FROM node n JOIN pg_stat_activity a
      ON right(a.application_name, length(n.connections)) = n.connections
    WHERE n.number = $1::bigint AND n.connections <> '' AND a.usename = current_user
      AND a.datname = current_database() AND a.pid <> pg_backend_pid()
    """)
}

#endif
