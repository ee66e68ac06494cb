import BackstackHTTP

/// The requests with an `Idempotency-Key` that were processed, by key, and their answers
/// (draft-ietf-httpapi-idempotency-key-header-07).
///
/// The oldest answers go first when there are too many bytes of them; that their requests were processed
/// stays known until there are too many keys.
struct AnswerLedger: Sendable {
  /// What is known of a key.
  enum Lookup: Sendable {
    /// Nothing: the request is to be processed, and then ``finish(_:with:)`` or ``forget(_:)`` called.
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
    var outcome: RequestOutcome?
    var answer: HTTPResponse?

    var known: KnownRequest? {
      if let answer { return .answered(answer) }
      return outcome.map { .processed($0) }
    }
  }

  let limits: AnswerLimits
  private var entries: [String: Entry] = [:]
  /// The keys whose requests were processed, oldest first, from `head`.
  private var order: [String] = []
  private var head = 0
  /// The index in `order` of the first key whose answer is kept.
  private var firstAnswer = 0
  /// How many bytes the answers have, with their keys.
  private(set) var byteCount = 0

  init(limits: AnswerLimits) { self.limits = limits }

  var count: Int { entries.count }

  /// Looks a key up, and notes one that is new.
  mutating func begin(_ key: String, fingerprint: Int) -> Lookup {
    guard let entry = entries[key] else {
      entries[key] = Entry(fingerprint: fingerprint)
      return .new
    }
    guard entry.fingerprint == fingerprint else { return .otherRequest }
    return entry.known.map { .known($0) } ?? .inProgress
  }

  func knows(_ key: String) -> Bool { entries[key] != nil }

  /// Keeps the answer to a request, or what came of it if that is all there is.
  ///
  /// - Returns: The keys of what is forgotten for it.
  mutating func finish(_ key: String, with known: KnownRequest) -> ForgottenAnswers {
    var forgotten = ForgottenAnswers()
    guard var entry = entries[key], entry.outcome == nil else { return forgotten }
    switch known {
    case .answered(let answer):
      entry.outcome = RequestOutcome(answer)
      entry.answer = answer
      byteCount += Self.size(key, answer)
    case .processed(let outcome):
      entry.outcome = outcome
    }
    entries[key] = entry
    order.append(key)
    while order.count - head > max(1, limits.keys) {
      let oldest = order[head]
      if let answer = entries.removeValue(forKey: oldest)?.answer {
        byteCount -= Self.size(oldest, answer)
      }
      forgotten.keys.append(oldest)
      head += 1
    }
    firstAnswer = max(firstAnswer, head)
    // The latest answer is kept however long it is: a client that repeats a request does so at once.
    while byteCount > limits.bytes, firstAnswer < order.count - 1 {
      let oldest = order[firstAnswer]
      if let answer = entries[oldest]?.answer {
        byteCount -= Self.size(oldest, answer)
        entries[oldest]?.answer = nil
        forgotten.answers.append(oldest)
      }
      firstAnswer += 1
    }
    if head >= 16, head * 2 >= order.count {
      order.removeFirst(head)
      firstAnswer -= head
      head = 0
    }
    return forgotten
  }

  private static func size(_ key: String, _ answer: HTTPResponse) -> Int {
    key.utf8.count + answer.body.count + 512
  }

  /// Forgets a request that was not processed.
  mutating func forget(_ key: String) {
    if entries[key]?.outcome == nil { entries[key] = nil }
  }
}

/// What is known of a request with a key that was processed.
enum KnownRequest: Sendable {
  case answered(HTTPResponse)
  /// Its answer is not kept any longer, or was never known.
  case processed(RequestOutcome)
}

/// What came of a request, without the content of its answer.
struct RequestOutcome: Sendable, Hashable {
  /// The version that it led to, if that is known.
  var version: Int?
  /// The path of the session that it created, if it did.
  var location: String?
}

extension RequestOutcome {
  init(_ answer: HTTPResponse) {
    version = answer.fields[.eTag].flatMap { Int($0.dropFirst().dropLast()) }
    location = answer.fields[.location]
  }
}

/// The keys of what a ledger has forgotten.
struct ForgottenAnswers: Sendable, Hashable {
  /// Of requests of which nothing is known any more.
  var keys: [String] = []
  /// Of requests whose answers are not kept any longer.
  var answers: [String] = []
}

/// How many requests with a key are remembered, and how many answers are kept to be given again.
public struct AnswerLimits: Sendable, Hashable {
  /// How many keys of one session, at least 1.
  public var keys = 100
  /// How many bytes the answers of one session may have together, but for the latest.
  public var bytes = 256 << 10

  /// The default limits.
  public init() {}

  /// Those of the requests that create sessions, of all clients together.
  static let creations: Self = {
    var limits = Self()
    limits.keys = 10_000
    limits.bytes = 16 << 20
    return limits
  }()
}
