import BackstackPlatform

/// The requests with an `Idempotency-Key` that were processed, by key, and their answers
/// (draft-ietf-httpapi-idempotency-key-header-07).
///
/// If the answers have too many bytes, the contents of the oldest are forgotten first. Their
/// heads are kept until there are too many keys.
struct AnswerLedger: Sendable {
  /// The result of looking a key up.
  enum Lookup: Sendable {
    /// The key is new: the caller processes the request, and then calls ``finish(_:with:)`` or
    /// ``forget(_:)``.
    case new
    /// The same request is being processed.
    case inProgress
    /// The same request was processed.
    case known(KnownRequest)
    /// The key was used for another request.
    case otherRequest
  }

  private struct Entry: Sendable {
    let fingerprint: Int
    /// `nil` while the request is being processed.
    var known: KnownRequest?

    var answer: Answer? {
      if case .answered(let answer)? = known { answer } else { nil }
    }
  }

  let limits: AnswerLimits
  private var entries: [String: Entry] = [:]
  /// The keys whose requests were processed, oldest first.
  private var order = Deque<String>()
  /// The index in `order` of the first key whose answer is kept.
  private var firstAnswer = 0
  /// The size of the answers with their keys, in bytes.
  private(set) var byteCount = 0

  init(limits: AnswerLimits) { self.limits = limits }

  var count: Int { entries.count }
  /// The number of requests that were processed.
  var processedCount: Int { order.count }

  /// Looks a key up, and adds it if it is new.
  mutating func begin(_ key: String, fingerprint: Int) -> Lookup {
    guard let entry = entries[key] else {
      entries[key] = Entry(fingerprint: fingerprint)
      return .new
    }
    guard entry.fingerprint == fingerprint else { return .otherRequest }
    return entry.known.map { .known($0) } ?? .inProgress
  }

  func knows(_ key: String) -> Bool { entries[key] != nil }

  /// Keeps what is known of a request that was processed.
  ///
  /// - Returns: The keys that are forgotten to make room.
  mutating func finish(_ key: String, with known: KnownRequest) -> ForgottenAnswers {
    var forgotten = ForgottenAnswers()
    guard var entry = entries[key], entry.known == nil else { return forgotten }
    entry.known = known
    if let answer = entry.answer { byteCount += Self.size(key, answer) }
    entries[key] = entry
    order.append(key)
    while order.count > max(1, limits.keys) { forgetOldestKey(&forgotten) }
    // The latest answer is kept whatever its size: a client that repeats a request does so soon.
    while byteCount > limits.bytes, firstAnswer < order.count - 1 {
      forgetOldestAnswer(&forgotten)
    }
    return forgotten
  }

  /// Forgets the request that was processed first.
  mutating func forgetOldestKey(_ forgotten: inout ForgottenAnswers) {
    guard let oldest = order.popFirst() else { return }
    if let answer = entries.removeValue(forKey: oldest)?.answer {
      byteCount -= Self.size(oldest, answer)
    }
    forgotten.keys.append(oldest)
    firstAnswer = max(0, firstAnswer - 1)
  }

  /// Forgets the content of the answer to the request that was processed first, of those whose
  /// answers are kept.
  mutating func forgetOldestAnswer(_ forgotten: inout ForgottenAnswers) {
    guard firstAnswer < order.count else { return }
    let oldest = order[firstAnswer]
    if let answer = entries[oldest]?.answer {
      byteCount -= Self.size(oldest, answer)
      entries[oldest]?.known = .processed(head: answer.head)
      forgotten.answers.append(oldest)
    }
    firstAnswer += 1
  }

  private static func size(_ key: String, _ answer: Answer) -> Int {
    key.utf8.count + answer.content.count + 512
  }

  /// Forgets a request that was not processed.
  mutating func forget(_ key: String) {
    if entries[key]?.known == nil { entries[key] = nil }
  }
}

/// The keys whose requests or answers a ledger has forgotten.
package struct ForgottenAnswers: Sendable, Hashable {
  /// The keys of requests that are forgotten completely.
  var keys: [String] = []
  /// The keys of requests whose answers are not kept any longer.
  var answers: [String] = []
}

/// The limits for the requests with a key that are remembered, and for their kept answers.
public struct AnswerLimits: Sendable, Hashable {
  /// The maximum number of keys of one session, at least 1.
  public var keys = 100
  /// The maximum size of the answers of one session, except for the latest one, in bytes.
  public var bytes = 256 << 10

  /// Creates the default limits.
  public init() {}

  /// The limits for the requests that create sessions, of all clients together.
  static let creations: Self = {
    var limits = Self()
    limits.keys = 10_000
    limits.bytes = 16 << 20
    return limits
  }()
}
