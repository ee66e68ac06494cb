import BackstackSessions
/// The description of one operation.
struct OpenAPIOperation: Sendable {
  /// The operation object in YAML, without indentation. Security and problem responses are added
  /// from the route.
  let yaml: String
  /// The problems that the operation may respond with, besides those of every operation.
  let problems: [Problem.Kind]

  init(_ yaml: String, problems: [Problem.Kind] = []) {
    self.yaml = yaml
    self.problems = problems
  }
}

extension [Problem.Kind] {
  /// The problems of requests for a session.
  static let ofSession: Self = [
    .unknownSession, .endedSession, .unreadableSession, .storageUnavailable,
    .quarantined,
  ]
  /// The problems of requests for a JSON form of a session.
  static let ofSessionAsJSON: Self = ofSession + [.notAcceptable, .stateNotEncodable]
  /// The problems of requests with content.
  static let ofContent: Self = [
    .malformedJSON, .invalidValue, .contentTooLarge, .contentTooComplex, .unsupportedMediaType,
  ]
  /// The problems of requests with an `Idempotency-Key`.
  static let ofKey: Self = [.invalidIdempotencyKey, .reusedKey, .requestInProgress]
}
