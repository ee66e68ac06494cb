import BackstackStorage

/// Random writes to a storage and to a model of it, whose results must be the same.
struct RandomWrites {
  /// The prefix of this run's ids, so that runs don't interfere.
  let prefix: String
  private var random: UInt64
  private let model = MemoryStorage()
  /// The revisions that the writers believe sessions to be at, rightly or not.
  private var believed: [SessionRevision] = []
  private var clock: Int64 = 0
  private var last: SampleWrite?
  /// The last state or snapshot, which the next one mostly resembles.
  private var lastState: [UInt8] = []

  init(seed: UInt64, prefix: String) {
    self.prefix = prefix
    random = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func run(on subject: inout StorageSubject) async throws {
    for step in 0..<300 {
      let write = nextWrite()
      let expected = await model.result(of: write)
      let result = await subject.storage.result(of: write)
      if case .success(.expired(let expired)) = expected {
        guard case .success(.expired(let others)) = result, others.hasMore == expired.hasMore
        else { throw StorageCheckFailure(description: "\(write): \(result), not \(expected)") }
        // The order is unspecified, and other runs may have left expired sessions.
        let own = others.ids.filter { $0.hasPrefix(prefix) }
        try subject.expect(own.sorted(), is: expired.ids.sorted())
      } else {
        try subject.expect(
          result == expected, "step \(step), \(write): \(result), not \(expected)")
      }
      note(result)
      if step % 100 == 99 {
        try await subject.reopen()
        try await compare(subject)
      }
    }
  }

  private func compare(_ subject: borrowing StorageSubject) async throws {
    for number in 0..<8 {
      let id = "\(prefix)\(number)"
      try await compare(subject, "session \(id)") { (storage) throws(StorageError) in
        try await storage.load(id)
      }
      try await compare(subject, "ownership of \(id)") { (storage) throws(StorageError) in
        try await storage.ownership(of: id)
      }
      try await compare(subject, "journal of \(id)") { (storage) throws(StorageError) in
        try await storage.journal(of: id, limit: .max)
      }
      for key in [
        AnswerKey(scope: id, key: "k0"), AnswerKey(scope: "\(prefix)all", key: "k1"),
      ] {
        try await compare(subject, "\(key)") { [clock] (storage) throws(StorageError) in
          try await storage.answer(key, at: .at(clock))
        }
      }
    }
  }

  /// Throws a failure unless a query has the same result as in the model.
  private func compare<Value: Equatable>(
    _ subject: borrowing StorageSubject, _ name: String,
    _ query: (any SessionStorage) async throws(StorageError) -> Value
  ) async throws {
    let expected = await result { () throws(StorageError) in try await query(model) }
    let storage = subject.storage
    let result = await result { () throws(StorageError) in try await query(storage) }
    try subject.expect(result == expected, "\(name): \(result), not \(expected)")
  }

  private func result<Value>(
    _ query: () async throws(StorageError) -> Value
  ) async -> Result<Value, StorageError> {
    do throws(StorageError) {
      return .success(try await query())
    } catch {
      return .failure(error)
    }
  }

  /// Updates what the writers believe. Most of the time they learn the result of a write.
  private mutating func note(_ result: SampleWrite.Result) {
    let revision: SessionRevision
    switch result {
    case .success(.revision(let written)): revision = written
    case .success(.claimed(let claimed)): revision = claimed.session.header.revision
    default: return
    }
    if !chance(10) { believed.removeAll { $0.id == revision.id } }
    believed.append(revision)
  }

  // MARK: Randomness

  private mutating func number(below bound: UInt64) -> UInt64 {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return random % bound
  }

  private mutating func chance(_ percent: UInt64) -> Bool { number(below: 100) < percent }

  private mutating func bytes() -> [UInt8] {
    let count = number(below: 20) == 0 ? number(below: 20_000) : number(below: 40)
    let byte = UInt8(truncatingIfNeeded: number(below: 256))
    return (0..<count).map { UInt8(truncatingIfNeeded: $0) ^ byte }
  }

  private mutating func state() -> [UInt8] {
    if lastState.isEmpty || chance(15) {
      lastState = bytes()
      if chance(60) { lastState += [UInt8](repeating: 7, count: Int(number(below: 300))) }
      if chance(5) { lastState += [UInt8](repeating: 8, count: 6_000) }
      return lastState
    }
    let start = Int(number(below: UInt64(lastState.count) + 1))
    let end = min(lastState.count, start + Int(number(below: 5)))
    let changed = (0..<number(below: 5)).map { _ in UInt8(truncatingIfNeeded: number(below: 256)) }
    lastState.replaceSubrange(start..<end, with: changed)
    return lastState
  }

  private mutating func time() -> StorageTime { .at(clock + Int64(number(below: 400)) - 50) }

  private mutating func answer(_ id: String) -> StoredAnswer? {
    guard chance(30) else { return nil }
    return StoredAnswer(
      key: AnswerKey(scope: chance(70) ? id : "\(prefix)all", key: "k\(number(below: 3))"),
      created: .at(clock), expires: time(), body: bytes())
  }

  /// Returns the next write, which is sometimes the last one again.
  private mutating func nextWrite() -> SampleWrite {
    if let last, chance(10) { return last }
    let write = newWrite()
    last = write
    return write
  }

  private mutating func newWrite() -> SampleWrite {
    clock += Int64(number(below: 10))
    let id = "\(prefix)\(number(below: 8))"
    let index = believed.isEmpty ? 0 : Int(number(below: UInt64(believed.count)))
    let known = believed.isEmpty ? SessionRevision(id: id, epoch: 1, version: 0) : believed[index]
    switch number(below: 100) {
    case ..<15: return .create(newSession(id))
    case ..<22: return .claim(claim(known, orAny: id))
    case ..<26: return .end(known, reason: "by chance", rememberedUntil: time())
    case ..<29: return .delete(known)
    case ..<33: return .expire(.init(now: .at(clock), rememberedUntil: time(), limit: 10_000))
    default: return .update(update(known))
    }
  }

  /// Returns a claim by any right, or one to a session whose epoch the claimant believes to know.
  private mutating func claim(_ known: SessionRevision, orAny id: String) -> SessionClaim {
    let limit = chance(20) ? Int.max : Int(number(below: 5))
    let node = number(below: 4)
    let (id, right): (String, SessionClaim.Right) =
      switch number(below: 10) {
      case 0...4: (id, .any)
      case 5, 6: (known.id, .unclaimed(since: known.epoch))
      case 7, 8: (id, .unowned(DeadNodes(below: number(below: 5), except: [number(below: 4)])))
      default: (known.id, .consented(by: number(below: 4), epoch: known.epoch))
      }
    return SessionClaim(
      id, for: node, by: right, entryLimit: limit, avoiding: chance(10) ? ["p"] : [])
  }

  private mutating func newSession(_ id: String) -> NewSession {
    let version = number(below: 5)
    let first = number(below: version + 2)
    let journal = first > version ? [] : (first...version).map { entry($0) }
    return NewSession(
      StoredSession(
        header: SessionHeader(
          id: id, feature: "f", owner: chance(50) ? "o" : nil, fingerprint: "p",
          created: .at(clock), expires: time(), timeToLive: 1, version: version,
          node: number(below: 4), isPending: chance(10)),
        metadata: bytes(), state: state()),
      journal: journal, answer: answer(id))
  }

  private mutating func update(_ known: SessionRevision) -> SessionUpdate {
    var update = SessionUpdate(known)
    update.entries = (0..<number(below: 4)).map { entry(known.version + 1 + $0) }
    if chance(80) { update.state = state() }
    if let last = update.entries.indices.last, let state = update.state, chance(40) {
      update.entries[last].snapshot = state
    }
    if chance(20) { update.metadata = bytes() }
    if chance(10) { update.isPending = chance(50) }
    if chance(10) { update.fingerprint = "p\(number(below: 9))" }
    if chance(60) { update.expires = time() }
    update.answers = answer(known.id).map { [$0] } ?? []
    if chance(10) { update.removedAnswers = [AnswerKey(scope: known.id, key: "k0")] }
    if chance(20) { update.retention = JournalRetention(count: Int(number(below: 12))) }
    if chance(10) { update.retention = JournalRetention(bytes: Int(number(below: 300))) }
    if chance(10) { update.retention = JournalRetention(since: time()) }
    return update
  }

  private mutating func entry(_ version: UInt64) -> JournalEntry {
    JournalEntry(
      version: version, time: time(), record: bytes(), snapshot: chance(30) ? state() : nil)
  }
}
