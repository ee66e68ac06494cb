import BackstackHTTP

extension Problem.Kind {
  static let malformedJSON = Self(
    slug: "malformed-json", status: .badRequest, title: "The content is not JSON")
  static let invalidValue = Self(
    slug: "invalid-value", status: .unprocessableContent,
    title: "The content is not what this resource takes")
  static let unknownFeature = Self(
    slug: "unknown-feature", status: .unprocessableContent, title: "No such feature")
  static let invalidLink = Self(
    slug: "invalid-link", status: .unprocessableContent, title: "The link leads nowhere")
  static let unknownSession = Self(
    slug: "unknown-session", status: .notFound, title: "No such session")
  static let endedSession = Self(
    slug: "ended-session", status: .gone, title: "The session has ended")
  static let staleElement = Self(
    slug: "stale-element", status: .conflict, title: "The action's target is gone")
  static let versionMismatch = Self(
    slug: "version-mismatch", status: .preconditionFailed, title: "The session has moved on")
  static let unsupportedMediaType = Self(
    slug: "unsupported-media-type", status: .unsupportedMediaType,
    title: "The content is of an unsupported type")
  static let notAcceptable = Self(
    slug: "not-acceptable", status: .notAcceptable, title: "No acceptable form")
  static let overCapacity = Self(
    slug: "over-capacity", status: .serviceUnavailable, title: "Too many sessions")
  static let draining = Self(
    slug: "draining", status: .serviceUnavailable, title: "The server is stopping")
  static let stateNotEncodable = Self(
    slug: "state-not-encodable", status: .internalServerError,
    title: "The state has no JSON form")
}

extension Problem {
  static func endedSession(_ reason: SessionEndReason) -> Problem {
    var problem = Problem(
      .endedSession, "\(reason.explanation) Create another with POST /sessions.")
    problem.reason = reason.name
    return problem
  }

  static var draining: Problem {
    var problem = Problem(.draining, "The server is about to stop. Use another one.")
    problem.fields.set(.retryAfter, "10")
    return problem
  }

  static var versionMismatch: Problem {
    Problem(
      .versionMismatch,
      "The session is at another version than If-Match names. Decide anew from the snapshot.")
  }

  static func malformedJSON(_ error: any Error) -> Problem {
    Problem(.malformedJSON, "The content can't be read as JSON (RFC 8259). \(reason(of: error))")
  }

  static func invalidValue(_ error: any Error, at base: String) -> Problem {
    var problem = Problem(.invalidValue, reason(of: error))
    if let context = (error as? DecodingError)?.context {
      problem.pointer = JSONPointer(context.path, below: base)
    }
    return problem
  }

  private static func reason(of error: any Error) -> String {
    guard let context = (error as? DecodingError)?.context else { return "\(error)" }
    return context.description
  }
}

extension DecodingError {
  /// Where decoding failed, and why.
  fileprivate var context: (path: [any CodingKey], description: String)? {
    switch self {
    case .keyNotFound(let key, let context):
      (context.codingPath, "The member \"\(key.stringValue)\" is missing.")
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      (context.codingPath, context.debugDescription)
    case .valueNotFound(_, let context):
      (context.codingPath, "A value is expected, not null.")
    @unknown default: nil
    }
  }
}
