/// The table of a cluster's nodes, as a value: what a database does with it, in its simplest form.
///
/// Each function is one transaction. Together they hold that a number is never given twice, and that
/// a node that is dead or has left stays so.
package struct NodeTable: Sendable {
  private var rows: [UInt64: NodeRow] = [:]
  private var next: UInt64 = 1

  /// Creates a table without nodes.
  package init() {}

  /// The nodes that are neither dead nor have left.
  package var reading: NodeReading {
    NodeReading(rows: rows.values.sorted { $0.number < $1.number }, next: next)
  }

  /// Adds a node that is joining.
  ///
  /// - Returns: The node's number.
  package mutating func join(_ profile: NodeProfile) -> UInt64 {
    let number = next
    next += 1
    rows[number] = NodeRow(number: number, profile: profile, state: .joining, beat: 0)
    return number
  }

  /// Counts a beat of a node and sets its state. A beat that is sent again because its result was
  /// lost counts twice, which harms nobody.
  ///
  /// - Returns: Whether the node lives: `false` if it is dead or has left, or if its state can't
  ///   change so.
  package mutating func beat(_ number: UInt64, state: NodeState) -> Bool {
    guard var row = rows[number], row.state.mayBecome(state) else { return false }
    row.beat += 1
    row.state = state
    rows[number] = state.isFinal ? nil : row
    return true
  }

  /// Declares a node dead if it has not beaten since.
  ///
  /// - Parameter beat: The last beat that the caller saw.
  /// - Returns: Whether the node is dead or has left now.
  package mutating func declareDead(_ number: UInt64, since beat: UInt64) -> Bool {
    guard let row = rows[number] else { return number < next }
    guard row.beat == beat else { return false }
    rows[number] = nil
    return true
  }
}
