#if PostgreSQL

import BackstackStorage

/// The writes of a batch, divided into rounds: each is a transaction, and the next one begins when
/// its results are known.
///
/// Updates that only add to a session go to the database as they are: each says what must be so for it
/// to apply. All other writes are examined: what they change is locked and read first. A round has at
/// most one write of each session, whose next one must not be done before it is known whether this one
/// was.
struct WriteRounds {
  struct Round {
    /// The indices of the writes that are examined.
    var examined: [Int] = []
    /// The indices of the other writes.
    var direct: [Int] = []
  }

  private(set) var rounds: [Round] = []

  /// - Parameters:
  ///   - writes: The writes, in the order of their submission.
  ///   - indices: The indices of those that are to be done.
  ///   - examinesAll: Whether all writes are examined, because they were refused before.
  init(_ writes: [StorageWrite], _ indices: [Int], examinesAll: Bool = false) {
    /// For each session, the number of its writes so far.
    var counts: [String: Int] = [:]
    for index in indices {
      var round = 0
      if let id = writes[index].sessionID {
        round = counts[id, default: 0]
        counts[id] = round + 1
      }
      add(index, isExamined: examinesAll || !writes[index].isDirect, to: round)
    }
  }

  private mutating func add(_ index: Int, isExamined: Bool, to round: Int) {
    while rounds.count <= round { rounds.append(Round()) }
    if isExamined {
      rounds[round].examined.append(index)
    } else {
      rounds[round].direct.append(index)
    }
  }
}

extension StorageWrite {
  /// The session that the write changes; `nil` for a write that changes no certain one.
  var sessionID: String? {
    switch self {
    case .create(let new, _): new.session.header.id
    case .claim(let claim, _): claim.id
    case .update(let update, _): update.revision.id
    case .end(let revision, _, _, _), .delete(let revision, _): revision.id
    case .recordCrash(let crash, _): crash.id
    case .release(let id, _, _): id
    case .expire, .probe: nil
    }
  }

  /// Whether one statement can do the write, or find that it must not be done: an update that removes
  /// nothing, and keeps no answers but its session's own.
  fileprivate var isDirect: Bool {
    switch self {
    case .update(let update, _):
      update.retention == nil && update.removedAnswers.isEmpty
        && update.answers.allSatisfy { $0.key.scope == update.revision.id }
        && Set(update.answers.map(\.key)).count == update.answers.count
    case .probe: true
    default: false
    }
  }
}

#endif
