import BackstackHTTP
import BackstackJSON
import BackstackStorage

extension KeptAnswer {
  /// The form in which an answer is kept.
  private struct Body: Codable {
    var fingerprint: Int
    /// Missing for a request that was processed and not answered yet when this was stored.
    var status: Int?
    var fields: [String: String]?
    var content: String?
  }

  /// The fields of answers that are kept.
  private static let keptFields: [HTTPFieldName] = [
    .contentType, .cacheControl, .eTag, .location, .preferenceApplied, "Delta-Base",
  ]

  /// How long answers are kept, in seconds.
  static let lifetime = 24.0 * 3600

  /// What is kept of a request that was processed.
  ///
  /// - Parameters:
  ///   - answer: The answer, if there is one already.
  ///   - now: Seconds since 1970.
  init(_ key: IdempotencyKey, in scope: String, answer: HTTPResponse?, now: Double) {
    var body = Body(fingerprint: key.fingerprint)
    if let answer {
      body.status = answer.status.code
      body.content = String(decoding: answer.body.bytes, as: UTF8.self)
      var fields: [String: String] = [:]
      for name in Self.keptFields { fields[name.description] = answer.fields[name] }
      body.fields = fields
    }
    self.init(
      key: AnswerKey(scope: scope, key: key.text), created: StorageTime(seconds: now),
      expires: StorageTime(seconds: now + Self.lifetime),
      // Texts and a number always have a JSON form.
      body: (try? JSONStreamEncoder.encode(body)) ?? [])
  }

  /// What tells the request from others; `nil` for what can't be read.
  var fingerprint: Int? { decoded?.fingerprint }

  /// The answer; `nil` when it was not known yet.
  var response: HTTPResponse? {
    guard let body = decoded, let code = body.status else { return nil }
    var fields = HTTPFields()
    for name in Self.keptFields {
      if let value = body.fields?[name.description] { fields.append(name, value) }
    }
    return HTTPResponse(
      status: HTTPStatus(code), fields: fields, body: .bytes(Array((body.content ?? "").utf8)))
  }

  private var decoded: Body? { try? JSONStreamDecoder.decode(Body.self, from: body) }
}
