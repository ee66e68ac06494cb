import FoundationEssentials

@testable import BackstackService

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

    Every error response is a problem document (RFC 9457) of the type `application/problem+json`.
    `type` is stable and names the kind of error; `title` describes the kind in a few words;
    `detail` tells a person what to do about it; `pointer` (RFC 6901) refers to the invalid value
    in the request's content, if the server knows it. An error changes no session, but after
    `storage-unavailable` the request may or may not have taken effect. The connection stays open
    unless the response has `Connection: close`, which the server sends when it can't know where
    the next request begins.

    A server has the following texts at the path in `type`, such as `/problems/stale-element`: for
    browsers as a page, for others as JSON. `GET /problems` lists all.

    `requestId` is the id of the request, as in the access log: tell it to the server's operator. It is
    absent if the request could not be read, and not shown below.

    The following responses are real, and a test compares them: `make errors` writes this file.


    """

  /// Returns the section of the article about an error.
  static func section(_ error: ProvokedError, _ answer: Answer) -> String {
    let fields = (names + ["Connection"]).compactMap { name in
      answer.fields[name.lowercased()].map { "\(name): \($0)\n" }
    }
    // Another one in every run.
    let json = answer.text.replacing(/,"requestId":"[0-9a-f]{32}"/, with: "").replacing(
      #","detail":"#, with: ",\n \"detail\":"
    )
    .replacing(#","snapshot":"#, with: ",\n \"snapshot\":")
    let guide = ProblemGuide.find(error.kind)
    return """
      ## \(answer.status) `\(error.kind)`

      \(guide?.cause ?? "") \(guide?.remedy ?? "")

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
