import BackstackPlatform
import BackstackStorage

/// The stored answers of a session or of creations, for requests on any thread.
package final class AnswerMemory: Sendable {
  /// The scope under which the answers to creations are stored; those of a session are stored under
  /// its id.
  static let creationScope = "/sessions"

  let limits: AnswerLimits
  private let shares: Guarded<AnswerShares>
  /// The keys that were dropped here and are still in the storage.
  private let outdated = Guarded<[String]>([])
  /// The maximum number of these; 0 if answers are not stored, or a writer removes them.
  private let maximumOutdated: Int

  /// Stores answers together with the changes of their requests.
  private let writer: SessionWriter?

  /// Creates a memory.
  ///
  /// - Parameters:
  ///   - writer: The writer that stores the answers of a session.
  ///   - notesOutdated: Whether another one stores them, and asks for the keys that are dropped.
  init(limits: AnswerLimits, writer: SessionWriter? = nil, notesOutdated: Bool = false) {
    self.limits = limits
    maximumOutdated = notesOutdated ? limits.keys : 0
    shares = Guarded(AnswerShares(limits: limits))
    self.writer = writer
  }

  /// Whether the memory has all requests that the storage has.
  var isComplete: Bool { shares.withLock { $0.isComplete } }

  /// Stores the requests here that the storage has, as they were processed before the session was
  /// activated.
  ///
  /// - Parameter rows: The stored answers, the earliest first.
  func store(_ rows: [StoredAnswer]) {
    let bodies = Dictionary(rows.map { ($0.key, $0.body) }) { first, _ in first }
    let dropped = shares.withLock { shares in
      var dropped = DroppedAnswers()
      // Requests that come together ask for the rows each. After the first has stored them, some may have been
      // dropped for others, which rows that come again would drop in turn.
      if shares.isComplete { return dropped }
      for row in rows {
        if row.key.isOfContent { continue }
        let content = bodies[AnswerKey(contentOf: row.key.key, in: row.key.scope)]
        // Of a damaged row it is only known that a request with the key was processed.
        let request = row.request(content: content?.isEmpty == true ? nil : content)
        let key = IdempotencyKey(text: row.key.key, fingerprint: request?.fingerprint ?? 0)
        guard case .new = shares.begin(key, isDamaged: request == nil) else { continue }
        dropped += shares.store(request?.replay ?? .processed(head: nil), for: key)
      }
      shares.isComplete = true
      return dropped
    }
    writer?.drop(dropped, after: rows.last?.created)
  }

  /// Returns whether a request with a key has begun or was processed.
  package func contains(_ key: IdempotencyKey) -> Bool { shares.withLock { $0.contains(key) } }

  /// Stores a creation here that the storage has, as it was processed before the process was started.
  package func store(_ request: StoredRequest, for key: IdempotencyKey) {
    let key = key.with(fingerprint: request.fingerprint)
    noteOutdated(
      shares.withLock { shares in
        guard case .new = shares.begin(key) else { return DroppedAnswers() }
        return shares.store(request.replay, for: key)
      })
  }

  /// Notes keys that are dropped, so that their answers don't stay in the storage.
  private func noteOutdated(_ dropped: DroppedAnswers) {
    if maximumOutdated == 0 || dropped.keys.isEmpty { return }
    outdated.withLock { outdated in
      // What is left expires.
      outdated += dropped.keys.prefix(max(0, maximumOutdated - outdated.count))
    }
  }

  /// Returns some keys whose answers the caller removes from the storage.
  func takeOutdated() -> [String] {
    outdated.withLock { outdated in
      let keys = Array(outdated.suffix(Self.removedAtOnce))
      outdated.removeLast(keys.count)
      return keys
    }
  }

  /// The number of answers that are removed with a change.
  private static let removedAtOnce = 16

  /// The number of keys.
  var count: Int { shares.withLock { $0.count } }

  /// Begins to process a request, unless it was processed before.
  ///
  /// - Throws: ``SessionError`` for a key that is in use.
  package func begin(_ key: IdempotencyKey) throws(SessionError) -> RequestClaim {
    switch shares.withLock({ $0.begin(key) }) {
    case .replay(let replay): return .replay(replay)
    case .inProgress: throw .requestInProgress
    case .otherRequest: throw .reusedKey
    case .new:
      writer?.beginRequest()
      return .new(KeyedRequest(key, in: self))
    }
  }

  /// Stores what a request gets when it comes again; `nil` if it was refused, so that it can begin again.
  ///
  /// - Returns: The answers that are dropped to make room.
  fileprivate func store(_ replay: Replay?, for key: IdempotencyKey) -> DroppedAnswers {
    let dropped = shares.withLock { $0.store(replay, for: key) }
    noteOutdated(dropped)
    return dropped
  }

  fileprivate func endRequest(
    _ key: IdempotencyKey, answer: Answer?, isProcessed: Bool,
    dropping dropped: DroppedAnswers
  ) {
    writer?.endRequest(key, answer: answer, isProcessed: isProcessed, dropping: dropped)
  }

  fileprivate func storeLate(
    _ answer: Answer, for key: IdempotencyKey, dropping dropped: DroppedAnswers
  ) {
    writer?.storeLate(answer, for: key, dropping: dropped)
  }
}

/// The right to process a request with a key, or what it gets if it was processed before.
package enum RequestClaim {
  case replay(Replay)
  /// The caller processes the request, and then calls ``KeyedRequest/end(isProcessed:)``.
  case new(KeyedRequest)
}

/// A request with a key while it is processed: its changes are stored together with its stored answer
/// or, if the answer takes longer, with the fact that it was processed.
package final class KeyedRequest: Sendable {
  private struct State: Sendable {
    var answer: Answer?
    var dropped = DroppedAnswers()
    var hasEnded = false
  }

  private let key: IdempotencyKey
  private let state = Guarded(State())
  // Weak: a response that waits for effects must not keep the answers of a session that has ended.
  private struct Memory { weak var answers: AnswerMemory? }
  private let memory: Guarded<Memory>

  fileprivate init(_ key: IdempotencyKey, in answers: AnswerMemory) {
    self.key = key
    memory = Guarded(Memory(answers: answers))
  }

  /// Stores what the same request gets when it comes again, once it was processed. Called at most once,
  /// before or after ``end(isProcessed:)``.
  package func store(_ replay: Replay) {
    guard let answers = memory.withLock({ $0.answers }) else { return }
    let dropped = answers.store(replay, for: key)
    guard case .answered(let answer) = replay else { return }
    let isLate = state.withLock { state in
      if state.hasEnded { return true }
      (state.answer, state.dropped) = (answer, dropped)
      return false
    }
    if isLate { answers.storeLate(answer, for: key, dropping: dropped) }
  }

  /// Ends the processing.
  ///
  /// - Parameter isProcessed: Whether the request was processed; an error changes nothing, so that
  ///   the same request may come again.
  package func end(isProcessed: Bool) {
    let state = state.withLock { state in
      state.hasEnded = true
      return state
    }
    let answers = memory.withLock { $0.answers }
    answers?.endRequest(
      key, answer: state.answer, isProcessed: isProcessed, dropping: state.dropped)
    if !isProcessed { _ = answers?.store(nil, for: key) }
  }
}
