package import BackstackHTTP
import BackstackSessions

extension HTTPRequest {
  /// Checks that the request declares its content as JSON (RFC 9110 §15.5.16).
  func requireJSONContent() throws(Problem) {
    guard value(of: .contentType, fulfils: MediaType.isJSON) == true else {
      throw Problem.unsupported("Send the content as JSON, with Content-Type: application/json.")
    }
    if mayHave(.contentEncoding), let coding = fields[.contentEncoding],
      coding.lowercased() != "identity"
    {
      var problem = Problem.unsupported("Send the content uncompressed, without Content-Encoding.")
      problem.fields.append("Accept-Encoding", "identity")
      throw problem
    }
  }

  /// Checks that the client accepts JSON (RFC 9110 §12.5.1).
  func requireJSONAccepted() throws(Problem) {
    if !acceptsPlainlyJSON { try requireAccepted("application/json", "This resource is JSON") }
  }

  /// Checks that the client accepts JSON, or another type that is JSON, too.
  func requireAccepted(_ type: String) throws(Problem) {
    if acceptsPlainlyJSON { return }
    guard fields.hasElements(in: .accept), quality(of: type) > 0 else {
      return try requireJSONAccepted()
    }
  }

  /// Checks that the client accepts screens, if only as JSON.
  func requireScreenAccepted() throws(Problem) {
    if !acceptsPlainlyJSON, weight(of: MediaType.screen) == 0 {
      throw Problem(.notAcceptable, "This resource is a screen; accept \(MediaType.screen).")
    }
    try requireAccepted(MediaType.screen)
  }

  /// Checks that the client accepts JSON, or asks for patches or screens.
  func requireReplyAccepted() throws(Problem) {
    if namedReplyFormat == nil { try requireAccepted("application/json", "This resource is JSON") }
  }

  /// Whether the client accepts JSON and does not say more, as most don't.
  private var acceptsPlainlyJSON: Bool {
    !mayHave(.accept) || value(of: .accept, fulfils: MediaType.isPlainlyJSON) != false
  }

  /// Whether the client accepts one media type and does not say more.
  private func acceptsPlainly(_ type: StaticString) -> Bool {
    value(of: .accept) { MediaType.isPlainly(type, $0) } == true
  }

  /// Checks that the client accepts a media type (RFC 9110 §12.5.1).
  ///
  /// - Parameter reason: A clause for the refusal that says what the resource is.
  func requireAccepted(_ type: String, _ reason: String) throws(Problem) {
    // A list without elements does not restrict the media types.
    guard fields.hasElements(in: .accept) else { return }
    guard quality(of: type) > 0 else {
      throw Problem(.notAcceptable, "\(reason); accept \(type).")
    }
  }

  /// Returns how much the client wants a media type, by the most specific range in `Accept`; 0 for
  /// not at all.
  private func quality(of type: String) -> Double {
    // Some clients, such as Java's `HttpURLConnection`, write `*` for any type.
    weight(of: type) ?? weight(of: type.prefix { $0 != "/" } + "/*") ?? weight(of: "*/*")
      ?? weight(of: "*") ?? 0
  }

  /// How much the client wants a screen in the form of the service.
  package var weightOfScreen: Double {
    max(quality(of: MediaType.screen), quality(of: "application/json"))
  }

  /// Whether the client takes a page rather than JSON, as browsers do (RFC 9110 §12.5.1).
  var prefersHTML: Bool {
    guard mayHave(.accept) else { return false }
    return quality(of: "text/html") > quality(of: "application/json")
  }

  /// The form in which the client wants the reply to a change; `nil` if it names none that fits.
  private var namedReplyFormat: ReplyFormat? {
    if acceptsPlainlyJSON { return .snapshot }
    if acceptsPlainly(MediaType.plainPatch) { return .patch }
    if acceptsPlainly(MediaType.plainScreenPatch) {
      return ReplyFormat(representation: .screen, isPatch: true)
    }
    if acceptsPlainly(MediaType.plainScreen) {
      return ReplyFormat(representation: .screen, isPatch: false)
    }
    let json = weight(of: "application/json") ?? 0
    let (screen, screenPatch) = (
      weight(of: MediaType.screen) ?? 0, weight(of: MediaType.screenPatch) ?? 0
    )
    let best = max(screen, screenPatch)
    if best > 0, best >= json {
      return ReplyFormat(representation: .screen, isPatch: screenPatch >= screen)
    }
    let patch = weight(of: "application/json-patch+json") ?? 0
    if patch > 0, patch >= json { return .patch }
    return json > 0 ? .snapshot : nil
  }

  /// The form in which the client wants the reply to a change.
  var replyFormat: ReplyFormat { namedReplyFormat ?? .snapshot }

  /// The form in which the client wants a new session, which no patch leads to.
  var creationFormat: ReplyFormat {
    if acceptsPlainlyJSON { return .snapshot }
    let screen = weight(of: MediaType.screen) ?? 0
    let isScreen = screen > 0 && screen >= weight(of: "application/json") ?? 0
    return ReplyFormat(representation: isScreen ? .screen : .state, isPatch: false)
  }

  /// Returns the weight of a media type or a range of them in `Accept`; `nil` if it is not there.
  private func weight(of type: String) -> Double? { fields.weight(of: type, in: .accept) }
}

/// The form of the reply to a change of a session.
struct ReplyFormat: Sendable {
  let representation: Representation
  /// Whether it asks for the patch from the version that it has.
  let isPatch: Bool

  /// The state as a whole.
  static let snapshot = ReplyFormat(representation: .state, isPatch: false)
  /// The changes of the state.
  static let patch = ReplyFormat(representation: .state, isPatch: true)
}

extension Problem {
  /// Returns the problem of an unsupported content type, with the supported ones (RFC 9110
  /// §15.5.16; Linked Data Platform 1.0 §7.1). Only POST requests have content.
  fileprivate static func unsupported(_ detail: String) -> Problem {
    var problem = Problem(.unsupportedMediaType, detail)
    problem.fields.append("Accept-Post", "application/json")
    return problem
  }
}

/// The preferences of a client for a response (RFC 7240); unknown ones are ignored.
struct Preferences: Sendable, Hashable {
  /// Whether the response needs no content.
  var isMinimal = false
  /// The number of seconds for which the client prefers to wait for effects, as it sent it.
  var wait: Int?

  /// Creates the preferences.
  ///
  /// - Parameter values: The values of `Prefer`. If a preference is repeated, the first one counts.
  init(_ values: [String] = []) {
    var hasReturn = false
    var hasWait = false
    for preference in values.lazy.flatMap({ $0.utf8.split(separator: UInt8(ascii: ",")) }) {
      // Parameters follow the preference.
      let pair = preference.prefix { $0 != UInt8(ascii: ";") }
      let name = Self.text(pair.prefix { $0 != UInt8(ascii: "=") })
      let value = Self.text(pair.drop { $0 != UInt8(ascii: "=") }.dropFirst())
      switch name {
      case "return" where !hasReturn:
        hasReturn = true
        isMinimal = value == "minimal"
      case "wait" where !hasWait:
        hasWait = true
        wait = Self.seconds(value)
      default: break
      }
    }
  }

  /// Returns a name or a value without blanks and quotes, in lower case.
  private static func text(_ part: Substring.UTF8View) -> String {
    String(
      decoding: part.compactMap { byte in
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\""): nil
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
      }, as: UTF8.self)
  }

  /// Returns the value of `Preference-Applied`; `nil` if no preference was applied.
  ///
  /// - Parameter maximumWait: The seconds for which a response waits at most.
  func applied(upTo maximumWait: Int) -> String? {
    if !isMinimal, wait == nil { return nil }
    let wait = wait.map { "wait=\(min($0, maximumWait))" }
    return [isMinimal ? "return=minimal" : nil, wait].compactMap(\.self).joined(separator: ", ")
  }

  /// The same preferences without `wait`.
  var withoutWait: Self {
    var preferences = self
    preferences.wait = nil
    return preferences
  }

  /// Returns the number with these digits, or the largest integer for a larger one; `nil` for any
  /// other text.
  static func seconds(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}

extension HTTPRequest {
  var preferences: Preferences {
    mayHave(.prefer) ? Preferences(fields.values(of: .prefer)) : Preferences()
  }
}

extension HTTPResponse {
  /// Sets the field that tells the client which preferences were applied.
  mutating func note(_ preferences: Preferences, upTo maximumWait: Int) {
    if let applied = preferences.applied(upTo: maximumWait) {
      fields.set(.preferenceApplied, applied)
    }
  }
}

extension HTTPFieldName {
  static let idempotencyKey = HTTPFieldName("Idempotency-Key")
  static let link = HTTPFieldName("Link")
  package static let processedVersion = HTTPFieldName("Processed-Version")
  static let preferenceApplied = HTTPFieldName("Preference-Applied")
  static let wwwAuthenticate = HTTPFieldName("WWW-Authenticate")
}
