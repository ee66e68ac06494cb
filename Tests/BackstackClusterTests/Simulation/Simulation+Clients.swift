import BackstackCluster
import BackstackStorage

/// A client's request, and its response.
struct Operation {
  enum Kind { case add, read }

  let kind: Kind
  let session: Int
  let isKeyed: Bool
  /// The machine at which the client asks; it asks others when it gets no response.
  let machine: Int
  /// Whether nothing is broken any more.
  let isLast: Bool
  /// The newest version that any client knew when this attempt began.
  var floor: Int
  /// The same when the first attempt began.
  let firstFloor: Int
  var attempt = 0
  var version: Int?
  var state: [Int] = []
}

extension Simulation {
  /// Begins what a client asks for.
  func begin(
    _ kind: Operation.Kind, _ session: Int, at machine: Int, isKeyed: Bool, isLast: Bool = false
  ) {
    operations.append(
      Operation(
        kind: kind, session: session, isKeyed: isKeyed, machine: machine, isLast: isLast,
        floor: known[session], firstFloor: known[session]))
    attempt(operations.count - 1)
  }

  private func attempt(_ number: Int) {
    let attempt = operations[number].attempt
    operations[number].floor = known[operations[number].session]
    let machine = (operations[number].machine + attempt) % nodes.count
    later(7_000_000_000) { $0.fail(number, attempt: attempt) }
    guard nodes[machine].isRunning else {
      return later(100_000_000) { $0.fail(number, attempt: attempt, isCertain: true) }
    }
    later(200_000, on: machine) { $0.enter(number, attempt: attempt, on: machine) }
  }

  /// Records that an attempt got no useful response.
  ///
  /// - Parameter isCertain: Whether the request was not processed.
  func fail(_ number: Int, attempt: Int, isCertain: Bool = false) {
    let operation = operations[number]
    guard operation.version == nil, operation.attempt == attempt else { return }
    guard operation.isKeyed || isCertain, attempt < 12 else { return }
    operations[number].attempt += 1
    later(150_000_000) { $0.attempt(number) }
  }

  /// Records a response.
  func respond(_ number: Int, attempt: Int, version: Int, state: [Int]) {
    let operation = operations[number]
    guard operation.version == nil, operation.attempt == attempt else { return }
    record(nil, "request \(number) made version \(version)")
    operations[number].version = version
    operations[number].state = state
    switch operation.kind {
    case .read:
      require(
        version >= operation.floor,
        "C4: a read of session \(operation.session) told version \(version), after \(operation.floor)"
      )
    case .add:
      require(
        version > operation.firstFloor,
        "C4: an action of session \(operation.session) made version \(version), "
          + "after \(operation.firstFloor)")
    }
    known[operation.session] = max(known[operation.session], version)
    isOver = operation.isLast && operations.allSatisfy { !$0.isLast || $0.version != nil }
  }

  /// Reads all sessions at all machines, now that nothing breaks any more.
  func readEverywhere() {
    for session in 0..<schedule.sessions {
      for machine in nodes.indices {
        begin(.read, session, at: machine, isKeyed: false, isLast: true)
      }
    }
  }

  /// Compares what clients were told with what is stored.
  func checkOperations() {
    for (number, operation) in operations.enumerated() {
      let session = database.sessions[operation.session]
      guard let version = operation.version else {
        let isReadable = nodes.contains { $0.shapes.contains(session.header.fingerprint) }
        require(
          !operation.isLast || !isReadable || !violations.isEmpty,
          "session \(operation.session) does not respond although all is well")
        continue
      }
      guard version <= session.state.count else {
        require(false, "C3: version \(version) of session \(operation.session) is lost")
        continue
      }
      switch operation.kind {
      case .add:
        require(
          version > 0 && session.state[version - 1] == number,
          "C3: the action \(number) is not version \(version) of session \(operation.session)")
      case .read:
        require(
          operation.state == Array(session.state.prefix(version)),
          "C3: what was read of session \(operation.session) at version \(version) is not stored")
      }
    }
  }
}
