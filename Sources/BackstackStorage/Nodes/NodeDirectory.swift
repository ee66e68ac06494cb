/// The table of a cluster's nodes in a database.
///
/// One thread, which does nothing else, calls the functions of a directory: each returns when the
/// database has answered, and a beat must not wait for anything but the database. What a directory does
/// is what ``NodeTable`` does; each function is one transaction.
package protocol NodeDirectory {
  /// Adds a node that is joining.
  ///
  /// - Returns: The node's number, and all nodes that live when it has joined.
  /// - Throws: ``StorageError`` if it is unknown whether the node was added. One that was added and
  ///   does not beat is declared dead by others.
  func join(_ profile: NodeProfile) throws(StorageError) -> (number: UInt64, reading: NodeReading)

  /// Counts a beat of a node and sets its state.
  ///
  /// - Returns: All nodes that live then; `nil` if the beat was refused, because the node is dead or
  ///   has left, or can't get into this state.
  /// - Throws: ``StorageError`` if it is unknown whether the beat was counted.
  func beat(_ number: UInt64, state: NodeState) throws(StorageError) -> NodeReading?

  /// Declares a node dead if it has not beaten since.
  ///
  /// - Parameter beat: The last beat that the caller saw.
  /// - Returns: Whether the node is dead or has left now.
  /// - Throws: ``StorageError`` if that is unknown.
  func declareDead(_ number: UInt64, since beat: UInt64) throws(StorageError) -> Bool

  /// Ends the database connections of a node, so that no transaction that it has sent in part holds
  /// the rows of its sessions. A node that lives connects again.
  func endConnections(of number: UInt64) throws(StorageError)
}

extension NodeRow {
  /// Creates a row from its stored columns.
  ///
  /// - Throws: ``StorageError/corrupted(_:)`` if no node has such values.
  package init(
    storedNumber number: UInt64, profile: NodeProfile, state: Int64, beat: UInt64
  ) throws(StorageError) {
    guard number > 0, let state = Int(exactly: state).flatMap(NodeState.init(rawValue:)) else {
      throw .corrupted("the row of node \(number) has values that no node has")
    }
    self.init(number: number, profile: profile, state: state, beat: beat)
  }
}
