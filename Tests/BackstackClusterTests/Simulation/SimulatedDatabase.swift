import BackstackCluster
import BackstackStorage

/// The database of a simulated cluster, with what the checks need to know.
///
/// The state of a session is the list of its actions' marks.
struct SimulatedDatabase {
  struct Entry: Hashable {
    let epoch: UInt64
    let mark: Int
  }

  struct Session {
    var header: SessionHeader
    var state: [Int] = []
    /// The entry that led to version 1, and so on.
    var journal: [Entry] = []
  }

  /// The session that an owner has agreed to give away.
  struct Consent: Hashable {
    let session: Int
    let node: UInt64
    let epoch: UInt64
  }

  /// A write of new marks, which is sent until its result is known.
  struct Update {
    let session: Int
    let node: UInt64
    let epoch: UInt64
    let base: Int
    let marks: [Int]
    let shape: String
  }

  struct Loaded {
    let header: SessionHeader
    let state: [Int]
  }

  let mutant: Mutant?
  var table = NodeTable()
  private(set) var sessions: [Session]
  private(set) var violations: [String] = []
  private var consents: Set<Consent> = []
  private var isFinal: Set<UInt64> = []
  private var readySince: [UInt64: Int64] = [:]

  init(sessions: Int, mutant: Mutant?) {
    self.mutant = mutant
    self.sessions = (0..<sessions).map { number in
      Session(
        header: SessionHeader(
          id: "\(number)", feature: "marks", fingerprint: "old",
          created: StorageTime(milliseconds: 0),
          expires: StorageTime(milliseconds: 1), timeToLive: 1))
    }
  }

  mutating func require(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition { violations.append(violation()) }
  }

  // MARK: Nodes

  mutating func beat(_ number: UInt64, _ state: NodeState, at now: Int64) -> NodeReading? {
    let isStored = table.beat(number, state: state)
    require(!isStored || !isFinal.contains(number), "C7: node \(number) came back")
    if isStored, state == .ready { readySince[number] = readySince[number] ?? now }
    if isStored, state != .ready { readySince[number] = nil }
    if isStored, state.isFinal { isFinal.insert(number) }
    return isStored ? table.reading : nil
  }

  mutating func declareDead(_ number: UInt64, since beat: UInt64) -> Bool {
    var beat = beat
    if mutant == .deathHasNoCondition {
      beat = table.reading.rows.first { $0.number == number }?.beat ?? beat
    }
    guard table.declareDead(number, since: beat) else { return false }
    isFinal.insert(number)
    readySince[number] = nil
    return true
  }

  // MARK: Sessions

  mutating func consent(_ consent: Consent) { consents.insert(consent) }

  func load(_ session: Int) -> Loaded {
    Loaded(header: sessions[session].header, state: sessions[session].state)
  }

  mutating func claim(
    _ session: Int, _ claim: SessionClaim, at now: Int64
  ) -> Result<Loaded, StorageError> {
    let before = sessions[session].header
    do throws(StorageError) {
      try claim.check(against: before)
    } catch {
      return .failure(error)
    }
    let known = Consent(session: session, node: before.node, epoch: before.epoch)
    let isAllowed =
      before.node == 0 || before.node == claim.node || isFinal.contains(before.node)
      || consents.contains(known)
    require(
      isAllowed, "C8: node \(claim.node) took session \(session) from node \(before.node)")
    checkShape(of: before, claimedBy: claim.node, at: now)
    sessions[session].header.epoch += 1
    sessions[session].header.node = claim.node
    return .success(load(session))
  }

  /// Checks that a node leaves a session that it can't read to one that can, and is known for long
  /// enough.
  private mutating func checkShape(of header: SessionHeader, claimedBy node: UInt64, at now: Int64)
  {
    let rows = table.reading.rows
    func reads(_ row: NodeRow) -> Bool { row.profile.shapes.contains(header.fingerprint) }
    guard let claimant = rows.first(where: { $0.number == node }), !reads(claimant) else { return }
    let others = rows.filter { row in
      reads(row) && readySince[row.number].map { now - $0 > 2_000_000_000 } ?? false
    }
    require(others.isEmpty, "C18: node \(node) claimed a session that it can't read")
  }

  mutating func update(_ update: Update) -> Result<Void, StorageError> {
    let known = Consent(session: update.session, node: update.node, epoch: update.epoch)
    var session = sessions[update.session]
    let target = update.base + update.marks.count
    let current = SessionRevision(
      id: session.header.id, epoch: update.epoch, version: UInt64(update.base))
    do throws(StorageError) {
      try current.check(against: session.header)
    } catch {
      let isFence = if case .fenced = error { true } else { false }
      guard isFence, mutant == .writesAreNotFenced else {
        let proof = Entry(epoch: update.epoch, mark: update.marks.last ?? 0)
        if target <= session.journal.count, session.journal[target - 1] == proof,
          mutant != .retriesHaveNoProof
        {
          return .success(())
        }
        return .failure(error)
      }
    }
    require(!consents.contains(known), "C9: node \(update.node) wrote after its consent")
    session.header.version = UInt64(target)
    session.header.fingerprint = update.shape
    session.state = Array(session.state.prefix(update.base)) + update.marks
    session.journal += update.marks.map { Entry(epoch: update.epoch, mark: $0) }
    sessions[update.session] = session
    return .success(())
  }

  /// Checks what must hold of each session at any time.
  mutating func checkSessions() {
    for (number, session) in sessions.enumerated() {
      let epochs = session.journal.map(\.epoch)
      require(epochs == epochs.sorted(), "C2: the epochs of session \(number) decrease")
      let marks = session.journal.map(\.mark)
      require(
        marks == session.state && UInt64(marks.count) == session.header.version,
        "C2: session \(number) is not what its journal says")
      require(
        Set(marks).count == marks.count, "C5, C6: an action of session \(number) was stored twice")
    }
  }
}
