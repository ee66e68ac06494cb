/// The description of one operation.
struct OpenAPIOperation: Sendable {
  /// What stands below its method, in YAML without indentation, but for what follows from its path and
  /// from its problems.
  let yaml: String
  /// The problems that it may be answered with, besides those that any may.
  let problems: [Problem.Kind]

  init(_ yaml: String, problems: [Problem.Kind] = []) {
    self.yaml = yaml
    self.problems = problems
  }
}

extension [Problem.Kind] {
  /// What a request for a session may be answered with.
  static let ofSession: Self = [
    .unknownSession, .endedSession, .unreadableSession, .storageUnavailable,
    .quarantined,
  ]
  /// What a request for a JSON form of a session may be answered with.
  static let ofSessionAsJSON: Self = ofSession + [.notAcceptable, .stateNotEncodable]
  /// What a request with content may be answered with.
  static let ofContent: Self = [
    .malformedJSON, .invalidValue, .contentTooLarge, .contentTooComplex, .unsupportedMediaType,
  ]
  /// What a request with an `Idempotency-Key` may be answered with.
  static let ofKey: Self = [.invalidIdempotencyKey, .reusedKey, .requestInProgress]
}
