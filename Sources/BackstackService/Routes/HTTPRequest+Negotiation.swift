import BackstackHTTP

extension HTTPRequest {
  /// Checks that the content is declared as JSON (RFC 9110 §15.5.16).
  func requireJSONContent() throws(Problem) {
    guard fields.withValue(of: .contentType, MediaType.isJSON) == true else {
      throw Problem(
        .unsupportedMediaType, "Send the content as JSON, with Content-Type: application/json.")
    }
    if let coding = fields[.contentEncoding], coding.lowercased() != "identity" {
      throw Problem(.unsupportedMediaType, "Send the content as it is, without Content-Encoding.")
    }
  }

  /// Checks that the client takes JSON (RFC 9110 §12.5.1).
  func requireJSONAccepted() throws(Problem) {
    if fields.withValue(of: .accept, MediaType.isPlainlyJSON) ?? true { return }
    try requireAccepted("application/json", "This resource is JSON")
  }

  /// Checks that the client takes a media type (RFC 9110 §12.5.1).
  ///
  /// - Parameter reason: What the resource is, for the client that does not.
  func requireAccepted(_ type: String, _ reason: String) throws(Problem) {
    if fields[.accept] == nil { return }
    let group = type.prefix { $0 != "/" } + "/*"
    // The most specific range decides.
    let quality = quality(of: type) ?? quality(of: String(group)) ?? quality(of: "*/*")
    guard let quality, quality > 0 else {
      throw Problem(.notAcceptable, "\(reason); accept \(type).")
    }
  }

  /// Whether the client asks for patches by name, and not less than for JSON.
  var prefersPatch: Bool {
    guard fields.withValue(of: .accept, MediaType.isPlainlyJSON) == false,
      let quality = quality(of: "application/json-patch+json"), quality > 0
    else { return false }
    return quality >= self.quality(of: "application/json") ?? 0
  }

  /// The weight that `Accept` gives to a media range, `nil` when it does not name it.
  private func quality(of type: String) -> Double? {
    for range in fields.values(of: .accept).flatMap({ $0.split(separator: ",") }) {
      let parts = range.split(separator: ";").map {
        $0.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      guard parts.first == type else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      return weight.flatMap { Double($0.dropFirst(2)) } ?? 1
    }
    return nil
  }

  /// The versions that `If-Match` names (RFC 9110 §13.1.1).
  var versionCondition: VersionCondition {
    let values = fields.values(of: .ifMatch)
    guard !values.isEmpty else { return .any }
    let tags = Self.entityTags(values)
    // A weak tag never matches here: the comparison is the strong one.
    return tags.contains("*") ? .any : .oneOf(tags.compactMap(Self.version))
  }

  /// Whether `If-None-Match` names a version (RFC 9110 §13.1.2).
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
