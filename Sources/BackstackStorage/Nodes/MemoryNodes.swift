import BackstackPlatform

/// The table of the nodes of one process, for tests.
package final class MemoryNodes: NodeDirectory, Sendable {
  private let table = Guarded(NodeTable())

  /// Creates a table without nodes.
  package init() {}

  package func join(_ profile: NodeProfile) -> (number: UInt64, reading: NodeReading) {
    table.withLock { table in
      let number = table.join(profile)
      return (number, table.reading)
    }
  }

  package func beat(_ number: UInt64, state: NodeState) -> NodeReading? {
    table.withLock { $0.beat(number, state: state) ? $0.reading : nil }
  }

  package func declareDead(_ number: UInt64, since beat: UInt64) -> Bool {
    table.withLock { $0.declareDead(number, since: beat) }
  }

  package func endConnections(of number: UInt64) {}
}
