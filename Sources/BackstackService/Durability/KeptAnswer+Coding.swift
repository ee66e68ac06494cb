import BackstackCoding
import BackstackHTTP
import BackstackStorage

extension KeptAnswer {
  /// The JSON form of a kept answer.
  private struct Body: Codable {
    var fingerprint: Int
    /// Missing for a request that was processed, but had no response yet when this was stored.
    var status: Int?
    var fields: [String: String]?
    var content: String?
    /// Whether the content is stored under its own key, so that it can be removed before the
    /// rest.
    var isApart: Bool?
  }

  /// The maximum size of a content that is stored with the rest, in bytes.
  private static let longestContent = 1024

  /// The fields of responses that are stored.
  private static let keptFields: [HTTPFieldName] = [
    .contentType, .cacheControl, .eTag, .location, .preferenceApplied, "Delta-Base",
  ]

  /// The number of seconds for which answers are kept.
  static let lifetime = 24.0 * 3600

  /// Creates the kept answer of a request that was processed.
  ///
  /// - Parameters:
  ///   - answer: The response, if there is one already.
  ///   - isApart: Whether its content is stored under its own key.
  ///   - now: Seconds since 1970.
  init(
    _ key: IdempotencyKey, in scope: String, answer: HTTPResponse?, isApart: Bool = false,
    now: Double
  ) {
    var body = Body(fingerprint: key.fingerprint)
    if let answer {
      body.status = answer.status.code
      if isApart {
        body.isApart = true
      } else {
        body.content = String(decoding: answer.body.bytes, as: UTF8.self)
      }
      var fields: [String: String] = [:]
      for name in Self.keptFields { fields[name.description] = answer.fields[name] }
      body.fields = fields
    }
    self.init(
      key: AnswerKey(scope: scope, key: key.text), created: StorageTime(seconds: now),
      expires: StorageTime(seconds: now + Self.lifetime),
      // Texts and numbers always have a JSON form.
      body: (try? JSONStreamEncoder.encode(body)) ?? [])
  }

  /// Returns the rows to store for a request that was processed; long content has its own row.
  static func rows(
    _ key: IdempotencyKey, in scope: String, answer: HTTPResponse?, now: Double
  ) -> [KeptAnswer] {
    guard let answer, answer.body.count > longestContent else {
      return [KeptAnswer(key, in: scope, answer: answer, now: now)]
    }
    let content = KeptAnswer(
      key: AnswerKey(contentOf: key.text, in: scope), created: StorageTime(seconds: now),
      expires: StorageTime(seconds: now + lifetime), body: answer.body.bytes)
    return [KeptAnswer(key, in: scope, answer: answer, isApart: true, now: now), content]
  }

  /// The fingerprint that distinguishes the request from others; `nil` if the record can't be
  /// decoded.
  var fingerprint: Int? { decoded?.fingerprint }

  /// Whether the content of the response is stored under its own key.
  var hasContentApart: Bool { decoded?.isApart == true }

  /// Returns what is known of the request; only its outcome if the content of the response is
  /// missing.
  ///
  /// - Parameter content: The content that was stored separately, if it still exists.
  func known(content: KeptAnswer?) -> KnownRequest {
    guard let body = decoded, let code = body.status else { return .processed(RequestOutcome()) }
    var fields = HTTPFields()
    for name in Self.keptFields {
      if let value = body.fields?[name.description] { fields.append(name, value) }
    }
    var answer = HTTPResponse(status: HTTPStatus(code), fields: fields)
    if body.isApart == true {
      guard let content else { return .processed(RequestOutcome(answer)) }
      answer.body = .bytes(content.body)
    } else {
      answer.body = .bytes(Array((body.content ?? "").utf8))
    }
    return .answered(answer)
  }

  private var decoded: Body? { try? JSONStreamDecoder.decode(Body.self, from: body) }
}

extension AnswerKey {
  /// Creates the key of the content of a response. No key of a request contains a space.
  init(contentOf key: String, in scope: String) { self.init(scope: scope, key: key + " content") }
}
