import BackstackSchema

/// Something that a client does, or that happens to a session.
enum FuzzStep: Codable, Sendable, Hashable {
  /// A session is created, by the content of the request.
  case create(String)
  /// Actions are sent, by the content of the request, and answered with a patch or the snapshot.
  case send(String, asPatch: Bool)
  /// Time passes, in milliseconds.
  case advance(Int)
  /// The session goes back to a version.
  case restore(Int)
  /// The session goes on in another server.
  case resume
  /// The history is read, with all versions that it has.
  case readHistory
}

extension CheckedSession {
  /// Does what a step says.
  func perform(_ step: FuzzStep) async throws {
    switch step {
    case .create(let json): try await create(json)
    case .send(let json, let asPatch): try await send(json, asPatch: asPatch)
    case .advance(let milliseconds): try await advance(by: .milliseconds(milliseconds))
    case .restore(let version): try await restore(version)
    case .resume: try await resume()
    case .readHistory: try await readHistory()
    }
  }
}

extension FuzzStep {
  /// The step as Swift code, for an instance of ``CheckedSession`` that is called `session`.
  var code: String {
    switch self {
    case .create(let json): "try await session.create(\(Self.literal(json)))"
    case .send(let json, let asPatch):
      "try await session.send(\(Self.literal(json))\(asPatch ? ", asPatch: true" : ""))"
    case .advance(let milliseconds) where milliseconds % 1000 == 0:
      "try await session.advance(by: .seconds(\(milliseconds / 1000)))"
    case .advance(let milliseconds):
      "try await session.advance(by: .milliseconds(\(milliseconds)))"
    case .restore(let version): "try await session.restore(\(version))"
    case .resume: "try await session.resume()"
    case .readHistory: "try await session.readHistory()"
    }
  }

  /// A string literal of JSON, in which nothing is escaped but what JSON itself escapes.
  private static func literal(_ json: String) -> String {
    let text = (try? JSONLiteral(parsing: json.utf8).asciiJSON) ?? json
    // Three quotes would begin a literal of several lines.
    if text == "\"\"" { return "\"\\\"\\\"\"" }
    // As many number signs as no quote or backslash in the text is followed by.
    var count = 1
    var run: Int?
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": run = 0
      case "#": run = run.map { $0 + 1 }
      default: run = nil
      }
      count = max(count, (run ?? 0) + 1)
    }
    let signs = String(repeating: "#", count: count)
    return "\(signs)\"\(text)\"\(signs)"
  }
}
