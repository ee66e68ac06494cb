import BackstackHTTP

/// The answers given to requests with an `Idempotency-Key`, by key; the oldest are forgotten first
/// (draft-ietf-httpapi-idempotency-key-header-07).
struct AnswerLedger: Sendable {
  /// What is known of a key.
  enum Lookup: Sendable {
    /// Nothing: the request is to be processed, and then ``finish(_:with:)`` or ``forget(_:)`` called.
    case new
    /// The same request is being processed.
    case inProgress
    /// The same request was answered so.
    case answered(HTTPResponse)
    /// The key was used for another request.
    case otherRequest
  }

  private struct Entry: Sendable {
    let fingerprint: Int
    var answer: HTTPResponse?
    var size: Int
  }

  let limits: AnswerLimits
  private var entries: [String: Entry] = [:]
  /// The keys that were answered, oldest first, from `head`.
  private var order: [String] = []
  private var head = 0
  private(set) var byteCount = 0

  init(limits: AnswerLimits) { self.limits = limits }

  var count: Int { entries.count }

  /// Looks a key up, and notes one that is new.
  mutating func begin(_ key: String, fingerprint: Int) -> Lookup {
    guard let entry = entries[key] else {
      entries[key] = Entry(fingerprint: fingerprint, size: key.utf8.count)
      return .new
    }
    guard entry.fingerprint == fingerprint else { return .otherRequest }
    return entry.answer.map { .answered($0) } ?? .inProgress
  }

  func knows(_ key: String) -> Bool { entries[key] != nil }

  /// Keeps the answer to a request.
  ///
  /// - Returns: The keys that were forgotten for it.
  mutating func finish(_ key: String, with answer: HTTPResponse) -> [String] {
    guard var entry = entries[key], entry.answer == nil else { return [] }
    var forgotten: [String] = []
    entry.answer = answer
    entry.size += answer.body.count + 512
    entries[key] = entry
    byteCount += entry.size
    order.append(key)
    while order.count - head > 1, byteCount > limits.bytes || order.count - head > limits.keys {
      if let entry = entries.removeValue(forKey: order[head]) {
        byteCount -= entry.size
        forgotten.append(order[head])
      }
      head += 1
    }
    if head >= 16, head * 2 >= order.count {
      order.removeFirst(head)
      head = 0
    }
    return forgotten
  }

  /// Forgets a request that was not processed.
  mutating func forget(_ key: String) {
    if entries[key]?.answer == nil { entries[key] = nil }
  }
}

/// How many answers are kept to be given again.
public struct AnswerLimits: Sendable, Hashable {
  /// How many keys of one session, at least 1.
  public var keys = 100
  /// How many bytes the keys and answers of one session may have together.
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
