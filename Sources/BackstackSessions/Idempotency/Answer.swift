import BackstackCoding
import BackstackStorage

/// The answer to a request with a key, in the form of the server that made it.
package struct Answer: Sendable, Hashable {
  /// Everything but the content: a JSON object with at least one member, and none of the names
  /// `fingerprint`, `content` and `isApart`. Together with them it is stored as one object.
  package let head: [UInt8]
  package let content: [UInt8]

  /// Creates an answer.
  package init(head: [UInt8], content: [UInt8]) {
    self.head = head
    self.content = content
  }
}

/// The stored result of a request with a key, for the same request when it comes again.
package enum Replay: Sendable {
  case answered(Answer)
  /// The content of its answer is no longer stored, or there was none yet: the head of the answer,
  /// if there is one.
  case processed(head: [UInt8]?)
}

/// A request with a key that was processed, as the storage has it.
package struct StoredRequest: Sendable {
  let fingerprint: Int
  let replay: Replay
}

extension StoredAnswer {
  /// The members of a stored answer that are not the server's.
  private struct Body: Decodable {
    var fingerprint: Int
    var content: String?
    /// Whether the content is stored under its own key, so that it can be removed before the
    /// rest.
    var isApart: Bool?
  }

  /// The maximum size of a content that is stored with the rest, in bytes.
  private static let maximumContent = 1024

  /// The number of seconds for which answers are stored.
  static let lifetime = 24.0 * 3600

  /// Creates the stored answer of a request that was processed.
  ///
  /// - Parameters:
  ///   - answer: The answer, if there is one already.
  ///   - isApart: Whether its content is stored under its own key.
  ///   - hasContent: Whether its content is stored.
  ///   - now: Seconds since 1970.
  init(
    _ key: IdempotencyKey, in scope: String, answer: Answer?, isApart: Bool = false,
    hasContent: Bool = true, now: Double
  ) {
    var body: [UInt8] = []
    body.append(json: #"{"fingerprint":"#)
    body.append(json: key.fingerprint)
    if let answer {
      body.append(json: ",")
      body += answer.head.dropFirst().dropLast()
      if isApart {
        body.append(json: #","isApart":true"#)
      } else if hasContent {
        body.append(json: #","content":"#)
        JSONString.append(String(decoding: answer.content, as: UTF8.self), to: &body)
      }
    }
    body.append(json: "}")
    self.init(
      key: AnswerKey(scope: scope, key: key.text), created: StorageTime(seconds: now),
      expires: StorageTime(seconds: now + Self.lifetime), body: body)
  }

  /// Creates the stored answer of a creation, which outlives its session: without long content. If the
  /// request comes again when memory has dropped it, the response is the session as it is then.
  init(creation key: IdempotencyKey, answer: Answer?, now: Double) {
    self.init(
      key, in: AnswerMemory.creationScope, answer: answer,
      hasContent: answer.map { $0.content.count <= Self.maximumContent } ?? true, now: now)
  }

  /// Returns the rows to store for a request that was processed; long content has its own row.
  static func rows(
    _ key: IdempotencyKey, in scope: String, answer: Answer?, now: Double
  ) -> [StoredAnswer] {
    guard let answer, answer.content.count > maximumContent else {
      return [StoredAnswer(key, in: scope, answer: answer, now: now)]
    }
    let content = StoredAnswer(
      key: AnswerKey(contentOf: key.text, in: scope), created: StorageTime(seconds: now),
      expires: StorageTime(seconds: now + lifetime), body: answer.content)
    return [StoredAnswer(key, in: scope, answer: answer, isApart: true, now: now), content]
  }

  /// Returns the request that was processed, with only the head of its answer if the content is missing;
  /// `nil` if the record can't be decoded.
  ///
  /// - Parameter content: The content that was stored separately, if it still exists.
  func request(content: [UInt8]?) -> StoredRequest? {
    guard let decoded = try? JSONStreamDecoder.decode(Body.self, from: body) else { return nil }
    let content = decoded.isApart == true ? content : decoded.content.map { Array($0.utf8) }
    return StoredRequest(
      fingerprint: decoded.fingerprint,
      replay: content.map { .answered(Answer(head: body, content: $0)) } ?? .processed(head: body))
  }
}

extension AnswerKey {
  /// Creates the key of the content of an answer.
  init(contentOf key: String, in scope: String) {
    self.init(scope: scope, key: key + Self.contentSuffix)
  }

  /// Whether it is the key of the content of an answer.
  var isOfContent: Bool { key.hasSuffix(Self.contentSuffix) }
}
