import BackstackHTTP
import BackstackSessions

extension HTTPRequest {
  /// Checks that the request declares its content as JSON (RFC 9110 §15.5.16).
  func requireJSONContent() throws(Problem) {
    guard fields.withValue(of: .contentType, MediaType.isJSON) == true else {
      throw Problem(
        .unsupportedMediaType, "Send the content as JSON, with Content-Type: application/json.")
    }
    if mayHave(.contentEncoding), let coding = fields[.contentEncoding],
      coding.lowercased() != "identity"
    {
      throw Problem(.unsupportedMediaType, "Send the content as it is, without Content-Encoding.")
    }
  }

  /// Checks that the client accepts JSON (RFC 9110 §12.5.1).
  func requireJSONAccepted() throws(Problem) {
    guard mayHave(.accept), fields.withValue(of: .accept, MediaType.isPlainlyJSON) == false else {
      return
    }
    try requireAccepted("application/json", "This resource is JSON")
  }

  /// Checks that the client accepts a media type (RFC 9110 §12.5.1).
  ///
  /// - Parameter reason: A clause for the refusal that says what the resource is.
  func requireAccepted(_ type: String, _ reason: String) throws(Problem) {
    let values = fields.values(of: .accept)
    guard !values.isEmpty else { return }
    let accepted = MediaRanges(values)
    let group = type.prefix { $0 != "/" } + "/*"
    // The most specific range decides.
    let quality = accepted[type] ?? accepted[String(group)] ?? accepted["*/*"]
    guard let quality, quality > 0 else {
      throw Problem(.notAcceptable, "\(reason); accept \(type).")
    }
  }

  /// Whether the client takes a page rather than JSON, as browsers do (RFC 9110 §12.5.1).
  var prefersHTML: Bool {
    guard mayHave(.accept) else { return false }
    let accepted = MediaRanges(fields.values(of: .accept))
    guard let quality = accepted["text/html"], quality > 0 else { return false }
    return quality > accepted["application/json"] ?? 0
  }

  /// Whether the client asks for patches by name, with at least the weight of JSON.
  var prefersPatch: Bool {
    guard mayHave(.accept), fields.withValue(of: .accept, MediaType.isPlainlyJSON) == false else {
      return false
    }
    if fields.withValue(of: .accept, MediaType.isPlainlyPatch) == true { return true }
    let accepted = MediaRanges(fields.values(of: .accept))
    guard let quality = accepted["application/json-patch+json"], quality > 0 else { return false }
    return quality >= accepted["application/json"] ?? 0
  }

  /// The versions in `If-Match` (RFC 9110 §13.1.1).
  var versionCondition: VersionCondition {
    guard mayHave(.ifMatch) else { return .any }
    let values = fields.values(of: .ifMatch)
    guard !values.isEmpty else { return .any }
    let tags = Self.entityTags(values)
    // Weak tags never match here: `If-Match` requires strong comparison.
    return tags.contains("*") ? .any : .oneOf(tags.compactMap(Self.version))
  }

  /// Returns whether `If-None-Match` matches a version (RFC 9110 §13.1.2).
  func hasVersion(_ version: Int) -> Bool {
    let tags = Self.entityTags(fields.values(of: .ifNoneMatch))
    return tags.contains { tag in
      tag == "*" || Self.version(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag) == version
    }
  }

  private static func entityTags(_ values: [String]) -> [Substring] {
    values.flatMap { $0.split(separator: ",") }.map { tag in
      let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      let start = tag.drop(while: blank)
      return start.prefix(start.count - start.reversed().prefix(while: blank).count)
    }
  }

  private static func version(_ tag: Substring) -> Int? {
    guard tag.count > 2, tag.first == "\"", tag.last == "\"" else { return nil }
    let digits = tag.dropFirst().dropLast()
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
