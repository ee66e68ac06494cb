#if PostgreSQL

package import BackstackStorage

/// The status of a cluster for operators: read from the database, so also while no node lives.
extension PostgresNodes {
  /// A node that is remembered.
  package struct Status: Sendable {
    /// The node as the table has it. The secret is not read.
    package let row: NodeRow
    /// The time since its last beat, by the database's clock; `nil` if it has never beaten.
    package let silence: Duration?
    /// The number of stored sessions that belong to it.
    package let sessions: Int
  }

  /// The owner of a session.
  package struct Ownership: Sendable {
    /// The number of the node that has it; 0 for nobody.
    package let node: UInt64
    package let epoch: UInt64
    package let version: UInt64
  }

  /// A session whose stored versions contradict each other.
  package struct Contradiction: Sendable, Hashable {
    package let id: String
    /// The contradiction, as a clause.
    package let what: String
  }

  /// Returns the nodes that live, and those that ended within the last day.
  ///
  /// - Complexity: O(*n*) in the number of stored sessions.
  package func status() throws(StorageError) -> [Status] {
    let result = try read(PostgresCommand(.readStatus))
    var nodes: [Status] = []
    for row in 0..<result.count {
      let profile = NodeProfile(
        name: result.text(row, 1) ?? "", address: result.text(row, 2) ?? "",
        weight: Int(clamping: try result.required(row, 3)),
        shapes: try Self.decoded(result.bytes(row, 4) ?? []))
      nodes.append(
        Status(
          row: try NodeRow(
            storedNumber: try result.number(row, 0), profile: profile,
            state: try result.required(row, 5), beat: try result.number(row, 6)),
          silence: result.integer(row, 7).map { .milliseconds(max(0, $0)) },
          sessions: Int(clamping: try result.required(row, 8))))
    }
    return nodes
  }

  /// Returns the living nodes.
  package func reading() throws(StorageError) -> NodeReading {
    try Self.reading(try read(PostgresCommand(.readNodes)))
  }

  /// Returns the owner of a session; `nil` if there is no such session.
  package func ownership(of id: String) throws(StorageError) -> Ownership? {
    let result = try read(PostgresCommand(.readOwnership, [.text(id)]))
    guard result.count == 1 else { return nil }
    return Ownership(
      node: try result.number(0, 0), epoch: try result.number(0, 1),
      version: try result.number(0, 2))
  }

  /// Finds sessions whose stored versions contradict each other, at most a hundred contradictions.
  ///
  /// - Complexity: O(*n* log *n*) in the number of stored versions.
  package func contradictions() throws(StorageError) -> [Contradiction] {
    let result = try read(PostgresCommand(.findContradictions))
    return (0..<result.count).map { row in
      Contradiction(id: result.text(row, 0) ?? "", what: result.text(row, 1) ?? "")
    }
  }

  private func read(_ command: PostgresCommand) throws(StorageError) -> PostgresResult {
    try link.use { (connection, _) throws(PostgresFailure) in try connection.run([command])[0] }
  }
}

#endif
