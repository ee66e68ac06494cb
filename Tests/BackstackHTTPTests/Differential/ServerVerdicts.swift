import Glibc

/// A server's reactions to the bytes of the rows, as a client sees them.
enum ServerVerdicts {
  /// Sends each row on its own connection to a server that responds 200 to every valid request.
  ///
  /// - Returns: A verdict such as `400, closed` for each row; `open` if a further request is
  ///   answered, and `waits` if the server waits for more of this one.
  static func ask(port: Int, _ rows: [ParserCase]) -> [String] {
    let connections = rows.map { row in
      let connection = ComparedConnection(port: port)
      connection.send(row.bytes)
      return connection
    }
    waitForSilence(connections)
    let answers = connections.map(\.statuses)
    for (connection, statuses) in zip(connections, answers) where !statuses.isEmpty {
      connection.send(ParsedStream.innocent)
    }
    waitForSilence(connections)
    return zip(connections, answers).map { connection, statuses in
      let end =
        connection.statuses.count > statuses.count
        ? "open" : connection.isClosed ? "closed" : "waits"
      return statuses.map { "\($0), " }.joined() + end
    }
  }

  /// Waits until nothing has arrived on any connection for half a second.
  private static func waitForSilence(_ connections: [ComparedConnection]) {
    var silence = 0
    while silence < 25 {
      // Other servers can't be asked whether they will respond; `make test` does not run them.
      usleep(20_000)
      let changes = connections.map { $0.poll() }
      silence = changes.contains(true) ? 0 : silence + 1
    }
  }
}
