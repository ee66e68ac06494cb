import FoundationEssentials

/// The article `Sources/BackstackService/BackstackService.docc/Errors.md`: each kind of error with
/// a real response.
enum ErrorArticle {
  static let path = "Sources/BackstackService/BackstackService.docc/Errors.md"

  /// The response fields that belong to the error.
  private static let names = [
    "Allow", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate",
  ]

  static let introduction = """
    # Errors

    Every error is answered with a problem document (RFC 9457), as `application/problem+json`. `type` is
    stable and tells the kind; `title` is a text for it; `detail` tells a person what can be done about
    it; `pointer` (RFC 6901) leads to what is wrong in the content that was sent, where that is known.
    An error changes no session. The connection stays open unless the answer says `Connection: close`,
    as it does when the server can't know where the next request begins.

    What follows are real answers, which a test compares: `make errors` writes this file anew.


    """

  /// Returns the section of the article about an error.
  static func section(_ error: ProvokedError, _ answer: Answer) -> String {
    let fields = (names + ["Connection"]).compactMap { name in
      answer.fields[name.lowercased()].map { "\(name): \($0)\n" }
    }
    let json = answer.text.replacing(#","detail":"#, with: ",\n \"detail\":")
      .replacing(#","snapshot":"#, with: ",\n \"snapshot\":")
    return """
      ## \(answer.status) `\(error.kind)`

      \(error.cause)

      ```
      \(fields.joined())\(json)
      ```


      """
  }

  /// Returns the whole article. Its sections are ordered by status.
  static func text(_ sections: [(status: Int, text: String)]) -> String {
    let ordered = sections.enumerated().sorted {
      ($0.element.status, $0.offset) < ($1.element.status, $1.offset)
    }
    let text = introduction + ordered.map(\.element.text).joined()
    return String(text.dropLast())
  }
}
