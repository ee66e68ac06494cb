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
    let ranges = fields.values(of: .accept).flatMap { $0.split(separator: ",") }.map { range in
      range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }
    // The most specific range decides.
    for type in ["application/json", "application/*", "*/*"] {
      guard let range = ranges.first(where: { $0.first == type }) else { continue }
      let quality = range.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      if quality != 0 { return }
      break
    }
    throw Problem(.notAcceptable, "This resource is JSON; accept application/json.")
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
