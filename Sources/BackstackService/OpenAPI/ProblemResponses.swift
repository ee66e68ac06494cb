import BackstackCoding
import BackstackHTTP

/// The responses that report problems. Operations with the same kinds of problems share a
/// component.
struct ProblemResponses {
  /// The components, in the order in which operations first referred to them.
  private(set) var components: [(name: String, response: JSONLiteral)] = []
  /// The path below which the guides to problems are.
  private let folder: String

  /// - Parameter basePath: The path below which the service is; empty for none.
  init(below basePath: String) {
    folder = basePath + ProblemGuide.folder
    let description = "A request that the HTTP server refuses, whatever the operation."
    components = [("Problem", response(description, nil, []))]
  }

  /// The codes of malformed requests, which every operation can respond with.
  private static let malformed: [HTTPError.Code] = [
    .malformedRequest, .ambiguousFraming, .malformedChunk, .invalidHost, .repeatedField,
    .invalidPercentEncoding,
  ]

  /// Returns the responses of an operation with these problems, by status.
  mutating func references(to kinds: [Problem.Kind]) -> [(status: String, response: JSONLiteral)] {
    let kinds = Problem.Kind.all.filter(kinds.contains)
    var references = [
      reference(
        400, kinds, more: Self.malformed.map(\.rawValue),
        "The request is malformed, or the operation does not accept it.")
    ]
    for code in Set(kinds.map(\.status.code)).subtracting([400]).sorted() {
      let titles = kinds.filter { $0.status.code == code }.map { $0.title + "." }
      references.append(reference(code, kinds, titles.joined(separator: " ")))
    }
    return references + [("default", .response("Problem"))]
  }

  private mutating func reference(
    _ code: Int, _ kinds: [Problem.Kind], more: [String] = [], _ description: String
  ) -> (status: String, response: JSONLiteral) {
    let slugs = kinds.filter { $0.status.code == code }.map(\.slug)
    let name = (["\(code)"] + slugs).joined(separator: ".")
    if !components.contains(where: { $0.name == name }) {
      components.append((name, response(description, slugs + more, Self.fields(code))))
    }
    return ("\(code)", .response(name))
  }

  /// Makes a response.
  ///
  /// - Parameter slugs: The kinds of problem that are possible; `nil` if any is.
  private func response(
    _ description: String, _ slugs: [String]?, _ fields: [String]
  ) -> JSONLiteral {
    var schema: JSONLiteral = .schema("Problem")
    if let slugs {
      let types = slugs.map { JSONLiteral.string(folder + $0) }
      schema = [
        "allOf": [schema], "properties": ["type": ["type": "string", "enum": .array(types)]],
      ]
    }
    var response: JSONLiteral = ["description": .string(description)]
    if !fields.isEmpty {
      response["headers"] = .object(
        fields.map { name in
          JSONLiteral.Member(name, .header(name.filter { $0 != "-" }))
        })
    }
    response["content"] = .content(schema, type: "application/problem+json")
    return response
  }

  /// Returns the fields that every response with a status has.
  private static func fields(_ code: Int) -> [String] {
    switch code {
    case 401: ["WWW-Authenticate"]
    case 412: ["ETag"]
    case 415: ["Accept-Post"]
    case 426: ["Upgrade"]
    case 429, 503: ["Retry-After"]
    default: []
    }
  }
}
