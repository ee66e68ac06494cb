import BackstackCoding
import BackstackHTTP
import BackstackSessions

extension Problem.Kind {
  static let malformedJSON = Self(
    slug: "malformed-json", status: .badRequest, title: "The content is not JSON")
  static let invalidValue = Self(
    slug: "invalid-value", status: .unprocessableContent,
    title: "The content is not valid for this resource")
  static let contentTooLarge = Self(
    slug: "content-too-large", status: .contentTooLarge, title: "The content is too large")
  static let contentTooComplex = Self(
    slug: "content-too-complex", status: .unprocessableContent,
    title: "The content has too many parts")
  // Not 413, which says that the content is too large (RFC 9110 §15.5.14): small content may lead
  // to a large state, and larger content to a smaller state.
  static let stateTooLarge = Self(
    slug: "state-too-large", status: .unprocessableContent,
    title: "The state would be too large")
  static let unknownFeature = Self(
    slug: "unknown-feature", status: .unprocessableContent, title: "No such feature")
  /// The kind of ``unknownFeature`` for paths and queries: the content is not at fault.
  static let unknownFeatureInTarget = Self(
    slug: unknownFeature.slug, status: .notFound, title: unknownFeature.title)
  static let unknownProblem = Self(
    slug: "unknown-problem", status: .notFound, title: "No such kind of problem")
  static let stateNotAccepted = Self(
    slug: "state-not-taken", status: .unprocessableContent,
    title: "Clients do not choose this feature's state")
  static let invalidState = Self(
    slug: "invalid-state", status: .unprocessableContent, title: "The feature refuses the state")
  static let invalidLink = Self(
    slug: "invalid-link", status: .unprocessableContent, title: "The link leads nowhere")
  static let unknownSession = Self(
    slug: "unknown-session", status: .notFound, title: "No such session")
  static let noStack = Self(
    slug: "no-stack", status: .notFound, title: "No such navigation stack")
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
    slug: "not-acceptable", status: .notAcceptable, title: "No acceptable media type")
  static let overCapacity = Self(
    slug: "over-capacity", status: .serviceUnavailable, title: "Too many sessions")
  static let overloaded = Self(
    slug: "overloaded", status: .serviceUnavailable, title: "Too much work waits")
  static let invalidQuery = Self(
    slug: "invalid-query", status: .badRequest, title: "The query is not valid")
  static let invalidCondition = Self(
    slug: "invalid-condition", status: .badRequest, title: "The condition is not valid")
  static let forgottenVersion = Self(
    slug: "forgotten-version", status: .notFound, title: "The version is not remembered")
  static let invalidIdempotencyKey = Self(
    slug: "invalid-idempotency-key", status: .badRequest, title: "The idempotency key is not valid")
  static let reusedKey = Self(
    slug: "reused-idempotency-key", status: .unprocessableContent,
    title: "The key belongs to another request")
  static let requestInProgress = Self(
    slug: "request-in-progress", status: .conflict, title: "The request is being processed")
  static let unauthorized = Self(
    slug: "unauthorized", status: .unauthorized, title: "An API key is needed")
  static let invalidTicket = Self(
    slug: "invalid-ticket", status: .unauthorized, title: "The ticket can't be used")
  static let tooManyRequests = Self(
    slug: "too-many-requests", status: .tooManyRequests, title: "Too many requests")
  static let quotaExceeded = Self(
    slug: "quota-exceeded", status: .forbidden, title: "The client has reached a quota")
  static let notPermitted = Self(
    slug: "not-permitted", status: .forbidden, title: "The key does not permit this")
  static let sessionsNotListed = Self(
    slug: "sessions-not-listed", status: .forbidden, title: "The client has no name")
  static let foreignPage = Self(
    slug: "foreign-page", status: .forbidden, title: "Pages of other sites may not do this")
  static let upgradeRequired = Self(
    slug: "upgrade-required", status: .upgradeRequired, title: "A WebSocket is needed")
  static let malformedHandshake = Self(
    slug: "malformed-handshake", status: .badRequest, title: "The WebSocket handshake is not valid")
  static let tooManyAtOnce = Self(
    slug: "too-many-at-once", status: .tooManyRequests, title: "Too much at once")
  static let draining = Self(
    slug: "draining", status: .serviceUnavailable, title: "The server is stopping")
  static let storageUnavailable = Self(
    slug: "storage-unavailable", status: .serviceUnavailable,
    title: "Sessions can't be stored now")
  static let ownerUnreachable = Self(
    slug: "owner-unreachable", status: .serviceUnavailable,
    title: "The session's node can't be reached")
  static let quarantined = Self(
    slug: "quarantined", status: .serviceUnavailable, title: "The session is quarantined")
  static let unreadableSession = Self(
    slug: "unreadable-session", status: .internalServerError,
    title: "The stored session can't be read")
  static let unknownFile = Self(
    slug: "unknown-file", status: .notFound, title: "Unknown file")
  static let screenNotAvailable = Self(
    slug: "screen-not-available", status: .internalServerError,
    title: "The feature's view can't be evaluated")
  static let stateNotEncodable = Self(
    slug: "state-not-encodable", status: .internalServerError,
    title: "The state has no JSON form")
}

extension Problem.Kind {
  /// Every kind, for the OpenAPI document and the guides.
  static let all: [Self] = [
    .malformedJSON,
    .invalidValue,
    .contentTooLarge,
    .contentTooComplex,
    .stateTooLarge,
    .unknownFeature,
    .unknownFeatureInTarget,
    .unknownProblem,
    .unknownFile,
    .stateNotAccepted,
    .invalidState,
    .invalidLink,
    .unknownSession,
    .noStack,
    .endedSession,
    .staleElement,
    .versionMismatch,
    .unsupportedMediaType,
    .notAcceptable,
    .overCapacity,
    .overloaded,
    .invalidQuery,
    .invalidCondition,
    .forgottenVersion,
    .invalidIdempotencyKey,
    .reusedKey,
    .requestInProgress,
    .unauthorized,
    .invalidTicket,
    .quotaExceeded,
    .notPermitted,
    .sessionsNotListed,
    .foreignPage,
    .upgradeRequired,
    .malformedHandshake,
    .tooManyAtOnce,
    .tooManyRequests,
    .draining,
    .stateNotEncodable,
    .screenNotAvailable,
    .storageUnavailable,
    .ownerUnreachable,
    .quarantined,
    .unreadableSession,
  ].sorted { ($0.status.code, $0.slug) < ($1.status.code, $1.slug) }
}

extension Problem {
  static var unknownSession: Problem { Problem(SessionError.unknownSession) }

  static var draining: Problem {
    var problem = Problem(.draining, "The server is about to stop. Use another one.")
    problem.fields.set(.retryAfter, "10")
    return problem
  }

  /// The refusal of large work, before anything was done.
  static var overloaded: Problem {
    var problem = Problem(
      .overloaded,
      "Too many large requests wait, of this client or in total. Nothing was changed; try again.")
    problem.fields.set(.retryAfter, "1")
    return problem
  }

  static var unknownFeature: Problem {
    Problem(
      .unknownFeatureInTarget,
      "There is no feature with this name; GET /features lists the features.")
  }

  static var unknownProblem: Problem {
    Problem(
      .unknownProblem, "There is no kind of problem with this name; GET /problems lists the kinds.")
  }
}
