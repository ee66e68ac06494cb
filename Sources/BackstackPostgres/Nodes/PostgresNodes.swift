#if PostgreSQL

package import BackstackStorage
import FoundationEssentials

/// The table of a cluster's nodes in a PostgreSQL database, over a connection of its own.
package final class PostgresNodes: NodeDirectory {
  let link: PostgresLink
  private let connections: String

  /// Creates the directory of the nodes that use the same tables as a storage.
  package init(of storage: PostgresStorage) {
    connections = storage.connections
    link = PostgresLink(
      storage.configuration, name: "backstack node", connections: storage.connections)
  }

  package func join(
    _ profile: NodeProfile
  ) throws(StorageError) -> (number: UInt64, reading: NodeReading) {
    let shapes = try Self.encoded(profile.shapes)
    let results = try link.use { (connection, _) throws(PostgresFailure) in
      try Self.commit(
        [
          PostgresCommand(.forgetNodes),
          PostgresCommand(
            .addNode,
            [
              .utf8(profile.name), .utf8(profile.address), .bytes(profile.secret.bytes),
              .text(connections), .integer(Int64(profile.weight)), .bytes(shapes),
            ]), PostgresCommand(.readNodes),
        ], over: connection)
    }
    guard results[1].count == 1 else { throw .corrupted("the table cluster has no row") }
    return (try results[1].number(0, 0), try Self.reading(results[2]))
  }

  /// Waits to see which nodes beat; returns at once if there is none.
  ///
  /// - Parameter time: How long to wait.
  /// - Returns: The number of nodes that have beaten meanwhile.
  package func beatingCount(within time: Duration) throws(StorageError) -> Int {
    let first = try reading()
    if first.rows.isEmpty { return 0 }
    StorageClock.system.pause(time)
    let beats = Dictionary(uniqueKeysWithValues: first.rows.map { ($0.number, $0.beat) })
    return try reading().rows.filter { beats[$0.number] != $0.beat }.count
  }

  package func beat(
    _ number: UInt64, state: NodeState
  ) throws(StorageError) -> NodeReading? {
    let results = try link.use { (connection, _) throws(PostgresFailure) in
      try Self.commit(
        [
          PostgresCommand(
            .beat, [.integer(Int64(clamping: number)), .integer(Int64(state.rawValue))]),
          PostgresCommand(.readNodes),
        ], over: connection)
    }
    return results[0].changeCount == 1 ? try Self.reading(results[1]) : nil
  }

  /// Declares a node dead that an operator wants to remove, unless it beats within a time: it lives then.
  ///
  /// - Returns: Whether it is dead.
  package func declareDead(
    _ node: NodeRow, ifSilentFor time: Duration
  ) throws(StorageError) -> Bool {
    try declareDead(node, ifSilentFor: time, .system)
  }

  func declareDead(
    _ node: NodeRow, ifSilentFor time: Duration, _ clock: StorageClock
  ) throws(StorageError) -> Bool {
    clock.pause(time)
    return try declareDead(node.number, since: node.beat)
  }

  package func declareDead(_ number: UInt64, since beat: UInt64) throws(StorageError) -> Bool {
    let number = PostgresValue.integer(Int64(clamping: number))
    let results = try link.use { (connection, _) throws(PostgresFailure) in
      func declare() throws(PostgresFailure) -> [PostgresResult] {
        try Self.commit(
          [
            PostgresCommand(.waitBriefly),
            PostgresCommand(.declareDead, [number, .integer(Int64(clamping: beat))]),
            PostgresCommand(.isNodeDead, [number]),
          ], over: connection)
      }
      do throws(PostgresFailure) {
        return try declare()
      } catch {
        guard error.isLockTimeout else { throw error }
        // The node was stopped amid sending a beat, and its row is locked.
        _ = try connection.run([PostgresCommand(.endConnections, [number])])
        return try declare()
      }
    }
    return try results[2].required(0, 0) != 0
  }

  package func endConnections(of number: UInt64) throws(StorageError) {
    try link.use { (connection, _) throws(PostgresFailure) in
      _ = try connection.run([
        PostgresCommand(.endConnections, [.integer(Int64(clamping: number))])
      ])
    }
  }

  // MARK: Transactions

  /// Runs commands in a transaction, in one round trip.
  private static func commit(
    _ commands: [PostgresCommand], over connection: PostgresConnection
  ) throws(PostgresFailure) -> [PostgresResult] {
    let results = try connection.run(
      [PostgresCommand(.begin)] + commands + [PostgresCommand(.commit)])
    guard results.last?.tag == "COMMIT" else { throw .lost("the transaction was not committed") }
    return Array(results.dropFirst().dropLast())
  }

  static func reading(_ result: PostgresResult) throws(StorageError) -> NodeReading {
    guard result.count > 0 else { throw .corrupted("the table cluster has no row") }
    var rows: [NodeRow] = []
    // Without nodes, there is one row without a node.
    for row in 0..<result.count where !result.isNull(row, 1) {
      let profile = NodeProfile(
        name: result.text(row, 2) ?? "", address: result.text(row, 3) ?? "",
        weight: Int(clamping: try result.required(row, 5)),
        shapes: try decoded(result.bytes(row, 6) ?? []),
        secret: NodeSecret(bytes: result.bytes(row, 4) ?? []))
      rows.append(
        try NodeRow(
          storedNumber: try result.number(row, 1), profile: profile,
          state: try result.required(row, 7), beat: try result.number(row, 8)))
    }
    return NodeReading(rows: rows, next: try result.number(0, 0))
  }

  private static func encoded(_ shapes: Set<String>) throws(StorageError) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(shapes.sorted()))
    } catch {
      throw .invalid("a fingerprint is no text")
    }
  }

  static func decoded(_ bytes: [UInt8]) throws(StorageError) -> Set<String> {
    do {
      return Set(try JSONDecoder().decode([String].self, from: Data(bytes)))
    } catch {
      throw .corrupted("a node's fingerprints are no JSON")
    }
  }
}

#endif
