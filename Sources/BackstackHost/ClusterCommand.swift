import BackstackCluster
import BackstackPlatform
import BackstackPostgres
import BackstackService
import BackstackStorage
import FoundationEssentials

/// Tells where the sessions of a cluster are, and moves them.
struct ClusterCommand: StorageCommand {
  private enum Work {
    case status(isJSON: Bool)
    case drain(String)
    case remove(String)
    case find(String)
    case check
    case move(String, to: String)
  }

  let host: String
  private let work: Work

  /// Reads the words of the command.
  ///
  /// - Throws: ``CommandError`` for words that have no meaning.
  init(host: String, words: [String], isJSON: Bool) throws(CommandError) {
    self.host = host
    let rest = Array(words.dropFirst())
    switch (words.first, rest.count, isJSON) {
    case ("status", 0, _): work = .status(isJSON: isJSON)
    case ("drain", 1, false): work = .drain(rest[0])
    case ("remove", 1, false): work = .remove(rest[0])
    case ("where", 1, false): work = .find(rest[0])
    case ("check", 0, false): work = .check
    case ("move", 2, false): work = .move(rest[0], to: rest[1])
    default:
      throw CommandError(
        "cluster needs one of: status [--json], drain NODE, remove NODE, where ID, check, or "
          + "move ID NODE. A NODE is a name or a number.")
    }
  }

  /// The error for a storage that no cluster can share.
  static let noCluster = StorageFailure(message: "Only --storage postgres://… has a cluster.")

  func run(on storage: any SessionStorage) async throws -> Int32 {
    #if PostgreSQL
      guard let storage = storage as? PostgresStorage else { throw Self.noCluster }
      let nodes = PostgresNodes(of: storage)
      switch work {
      case .status(let isJSON): try status(nodes, isJSON: isJSON)
      case .drain(let name):
        let node = try Self.node(name, in: try nodes.reading())
        if let reason = try await NodeControl(node.profile).drain() {
          throw StorageFailure(message: "Node \(node.number) does not drain: \(reason)")
        }
        try tell("Node \(node.number) gives its sessions away.")
      case .remove(let name): try remove(name, nodes)
      case .find(let id): try find(id, nodes)
      case .check: return try check(nodes)
      case .move(let id, let name): try await move(id, to: name, nodes)
      }
      return 0
    #else
      throw Self.noCluster
    #endif
  }

  #if PostgreSQL
    /// A node as `status --json` prints it.
    private struct Line: Encodable {
      let number: UInt64
      let name: String
      let state: String
      let secondsSinceBeat: Double?
      let sessions: Int
      let weight: Int
      let address: String
      let shapes: [String]
    }

    private func status(_ nodes: PostgresNodes, isJSON: Bool) throws {
      let lines = try nodes.status().map { node in
        Line(
          number: node.row.number, name: node.row.profile.name, state: node.row.state.name,
          secondsSinceBeat: node.silence.map { Double($0.components.seconds) + Self.fraction($0) },
          sessions: node.sessions, weight: node.row.profile.weight,
          address: node.row.profile.address, shapes: node.row.profile.shapes.sorted())
      }
      if isJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try tell(String(decoding: try encoder.encode(lines), as: UTF8.self))
        return
      }
      let table =
        [["NUMBER", "NAME", "STATE", "LAST BEAT", "SESSIONS", "ADDRESS"]]
        + lines.map { line in
          [
            "\(line.number)", line.name, line.state,
            line.secondsSinceBeat.map { "\(($0 * 10).rounded() / 10) s ago" } ?? "-",
            "\(line.sessions)", line.address,
          ]
        }
      let widths = table[0].indices.map { column in
        column == 5 ? 0 : table.map { $0[column].count }.max() ?? 0
      }
      for row in table {
        let cells = zip(row, widths).map { text, width in
          text + String(repeating: " ", count: max(0, width - text.count))
        }
        try tell(cells.joined(separator: "  "))
      }
    }

    private static func fraction(_ duration: Duration) -> Double {
      Double(duration.components.attoseconds) / 1e18
    }

    private func remove(_ name: String, _ nodes: PostgresNodes) throws {
      let node = try Self.node(name, in: try nodes.reading())
      guard try nodes.declareDead(node, ifSilentFor: ClusterTiming().deathDelay * 2) else {
        throw StorageFailure(
          message: "Node \(node.number) has just beaten: it lives. Stop it, or drain it.")
      }
      try nodes.endConnections(of: node.number)
      try tell(
        "Node \(node.number) is declared dead. If its process runs, it joins under another number."
      )
    }

    private func find(_ id: String, _ nodes: PostgresNodes) throws {
      guard let sessionID = SessionID(id), let ownership = try nodes.ownership(of: id) else {
        throw Self.missing(id)
      }
      let reading = try nodes.reading()
      let owner =
        ownership.node == 0
        ? "nobody"
        : reading.rows.first { $0.number == ownership.node }.map(Self.text)
          ?? "node \(ownership.node), which is dead or has left"
      let home = ClusterView(reading).home(of: sessionID.placementKey)
      try tell("owner\t\(owner)")
      try tell(
        "home\t\(reading.rows.first { $0.number == home }.map(Self.text) ?? "none: no node is ready")"
      )
      try tell("epoch\t\(ownership.epoch)\nversion\t\(ownership.version)")
    }

    private static func missing(_ id: String) -> StorageFailure {
      // A log has only the first digits.
      let hint =
        SessionID(id) == nil ? " 'sessions show' finds the whole id by the first digits." : ""
      return StorageFailure(message: "There is no session \(id).\(hint)")
    }

    private func check(_ nodes: PostgresNodes) throws -> Int32 {
      let contradictions = try nodes.contradictions()
      for contradiction in contradictions { try tell("\(contradiction.id)\t\(contradiction.what)") }
      if contradictions.isEmpty {
        try tell(
          "The stored versions of all sessions have no gaps, and their epochs never fall.")
      }
      return contradictions.isEmpty ? 0 : 1
    }

    private func move(_ id: String, to name: String, _ nodes: PostgresNodes) async throws {
      let reading = try nodes.reading()
      let target = try Self.node(name, in: reading)
      guard let ownership = try nodes.ownership(of: id) else { throw Self.missing(id) }
      guard ownership.node != target.number else {
        return try tell("The session is at node \(target.number) already.")
      }
      guard let owner = reading.rows.first(where: { $0.number == ownership.node }) else {
        throw StorageFailure(
          message: "No living node has the session; it is claimed where it is used next.")
      }
      if let reason = try await NodeControl(owner.profile).move(id, to: target.number) {
        throw StorageFailure(message: "The session was not moved: \(reason)")
      }
      try tell("The session is at node \(target.number).")
    }

    private static func text(_ node: NodeRow) -> String {
      "node \(node.number) (\(node.profile.name), \(node.state.name))"
    }

    /// Returns the living node with a name or a number.
    ///
    /// - Throws: ``StorageFailure`` if there is none, or there are several.
    private static func node(
      _ name: String, in reading: NodeReading
    ) throws(StorageFailure) -> NodeRow {
      let found = reading.rows.filter { $0.profile.name == name || "\($0.number)" == name }
      guard let node = found.first else {
        let names = reading.rows.map { "\($0.number) (\($0.profile.name))" }
        throw StorageFailure(
          message: "No living node is called \(name). "
            + (names.isEmpty ? "None lives." : "There are \(names.joined(separator: ", "))."))
      }
      guard found.count == 1 else {
        throw StorageFailure(
          message: "Several nodes are called \(name): give one of the numbers "
            + "\(found.map { "\($0.number)" }.joined(separator: ", ")).")
      }
      return node
    }
  #endif
}
