import BackstackCoding
import BackstackPlatform

/// A step of a client, or an event that affects a session.
enum FuzzStep: Codable, Sendable, Hashable {
  /// The creation of a session, with the content of the request.
  case create(String)
  /// The resumption of a stored session, as `backstack sessions export` writes it.
  case begin(String)
  /// Actions of the client, with the content of the request, which asks for a patch or a snapshot.
  case send(String, asPatch: Bool)
  /// An advance of the clock, in milliseconds.
  case advance(Int)
  /// The restoration of a version of the session.
  case restore(Int)
  /// The resumption of the session in another server.
  case resume
  /// A read of the history, and of all versions that it contains.
  case readHistory
}

extension CheckedSession {
  /// Performs a step.
  func perform(_ step: FuzzStep) async throws {
    switch step {
    case .create(let json): try await create(json)
    case .begin(let json): try await begin(from: json)
    case .send(let json, let asPatch): try await send(json, asPatch: asPatch)
    case .advance(let milliseconds): try await advance(by: .milliseconds(milliseconds))
    case .restore(let version): try await restore(version)
    case .resume: try await resume()
    case .readHistory: try await readHistory()
    }
  }
}

extension FuzzStep {
  /// The step as Swift code, for a ``CheckedSession`` named `session`.
  var code: String {
    switch self {
    case .create(let json): "try await session.create(\(Self.literal(json)))"
    case .begin(let json): "try await session.begin(from: \(Self.literal(json)))"
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

  /// Whether the step begins a session with a link.
  var hasLink: Bool {
    guard case .create(let json) = self else { return false }
    return (try? JSONLiteral(parsing: json.utf8))?["link"] != nil
  }

  /// Returns a string literal of JSON that needs no escapes other than those of JSON itself.
  static func literal(_ json: String) -> String {
    let text = (try? JSONLiteral(parsing: json.utf8).asciiJSON) ?? SwiftLiteral.line(ofJSON: json)
    // Three quotes would begin a multiline literal.
    if text == "\"\"" { return "\"\\\"\\\"\"" }
    let signs = SwiftLiteral.signs(around: text)
    return "\(signs)\"\(text)\"\(signs)"
  }
}
