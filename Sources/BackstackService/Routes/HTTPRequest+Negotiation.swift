import BackstackHTTP

extension HTTPRequest {
  /// Checks that the content is declared as JSON (RFC 9110 §15.5.16).
  func requireJSONContent() throws(Problem) {
    let type = fields[.contentType].map { $0.prefix { $0 != ";" }.lowercased() } ?? ""
    guard type.split(separator: " ") == ["application/json"] else {
      throw Problem(
        .unsupportedMediaType, "Send the content as JSON, with Content-Type: application/json.")
    }
  }

  /// Checks that the client takes JSON (RFC 9110 §12.5.1).
  func requireJSONAccepted() throws(Problem) {
    let ranges = fields.values(of: .accept).flatMap { $0.split(separator: ",") }
    guard !ranges.isEmpty else { return }
    for range in ranges {
      let parts = range.split(separator: ";").map {
        $0.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      let isRefused = parts.dropFirst().contains {
        $0 == "q=0" || $0.hasPrefix("q=0.0") && Double($0.dropFirst(2)) == 0
      }
      if let type = parts.first, ["application/json", "application/*", "*/*"].contains(type),
        !isRefused
      {
        return
      }
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
