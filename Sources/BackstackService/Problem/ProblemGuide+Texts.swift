import BackstackHTTP

extension ProblemGuide {
  /// The texts of a guide.
  struct Text: Sendable {
    let slug: String
    /// The status, unless a kind of the service has it.
    var status: HTTPStatus?
    let cause: String
    let remedy: String
  }

  /// The texts of all guides: those of the service's kinds, then those of the HTTP server.
  static let texts: [Text] = [
    Text(
      slug: "malformed-json",
      cause: "The content is not JSON (RFC 8259).",
      remedy: """
        Encode the content with a JSON library, in UTF-8. `detail` says where reading failed.
        """),
    Text(
      slug: "invalid-query",
      cause: "A parameter is unknown, repeated, or has an invalid value.",
      remedy: "Send only the parameters that the contract lists for this path, each once."),
    Text(
      slug: "invalid-condition",
      cause: """
        `If-Match` or `If-None-Match` has something other than versions in quotes, which would \
        never match.
        """,
      remedy: "Write the version in quotes, as in `If-Match: \"7\"`."),
    Text(
      slug: "invalid-idempotency-key",
      cause: """
        The key is empty, too long, not plain text, or too short for a creation without an API \
        key.
        """,
      remedy: "Send a new UUID in quotes as `Idempotency-Key`."),
    Text(
      slug: "unauthorized",
      cause: """
        The server requires an API key for access to sessions, and the request has no valid one.
        """,
      remedy: """
        Send `Authorization: Bearer` with a key of this server. Ask the server's operator for \
        one.
        """),
    Text(
      slug: "invalid-ticket",
      cause: """
        The ticket for events is for another session or client, was already used, or has \
        expired.
        """,
      remedy: "Get another with `POST …/events/tickets`, and use it once."),
    Text(
      slug: "not-permitted",
      cause: "The API key may only read, or act only by the controls of screens, as an agent does.",
      remedy: """
        Use the server as the key permits: read sessions, or call its tools at `/mcp`. Ask the server's \
        operator for other rights.
        """),
    Text(
      slug: "quota-exceeded",
      cause: """
        The client has reached its quota of sessions or storage. It can still read and end \
        sessions.
        """,
      remedy: "End sessions that are not needed any more, which `GET /sessions` lists."),
    Text(
      slug: "sessions-not-listed",
      cause: """
        The request has no principal, such as the name of an API key, so no session is known to \
        be its own.
        """,
      remedy: """
        Keep the `id` in the response to each creation, or use a server with API keys.
        """),
    Text(
      slug: "foreign-page",
      cause: """
        A page of another site has sent the request: one for a WebSocket, whose origin is neither the \
        server's nor in `--cors-origins`, or one for the inspector, that is not one of its own pages.
        """,
      remedy: """
        The server's operator can add the page's origin to `--cors-origins`. Use the inspector's own \
        pages.
        """),
    Text(
      slug: "upgrade-required",
      cause: "The resource is a WebSocket, and the request is not the handshake of one.",
      remedy: """
        Open it as a WebSocket of version 13 (RFC 6455) by HTTP/1.1. A proxy between has to pass \
        `Upgrade` and `Connection` on.
        """),
    Text(
      slug: "malformed-handshake",
      cause: """
        A field of the WebSocket's handshake is missing or malformed, or the subprotocol \
        `backstack.v1` is not offered.
        """,
      remedy: """
        Offer the subprotocol `backstack.v1` (`new WebSocket(url, "backstack.v1")`); libraries write \
        the other fields.
        """),
    Text(
      slug: "unknown-session",
      cause: """
        The session never existed, is no longer remembered, or belongs to another client.
        """,
      remedy: "Forget the id, and create a session with `POST /sessions`."),
    Text(
      slug: "no-stack",
      cause: """
        The session's state has no navigation stack now, or none with the requested name; \
        see `Feature(path:paths:)`.
        """,
      remedy: "Read the whole snapshot, or one of the stacks that `detail` lists."),
    Text(
      slug: "unknown-feature",
      cause: "A creation, a path or a query names a feature that the server does not host.",
      remedy: "Use the name of a feature that `GET /features` lists."),
    Text(
      slug: "unknown-problem",
      cause: "This server has no kind of problem with the name in the path.",
      remedy: "Use the path in the `type` of a problem; `GET /problems` lists all kinds."),
    Text(
      slug: "unknown-file",
      cause: "The server has no file for browsers with this name.",
      remedy: """
        Correct the name. If a page asked for the file, reload the page: it may be of another \
        version.
        """),
    Text(
      slug: "forgotten-version",
      cause: "The server has no snapshot of the version, or no longer has it.",
      remedy: "Read one of the versions that the session's history lists with a snapshot."),
    Text(
      slug: "not-acceptable",
      cause: "The resource is not available in any media type that `Accept` names.",
      remedy: "Accept the media type that `detail` names."),
    Text(
      slug: "stale-element",
      cause: "The action is for a screen that no longer exists.",
      remedy: "Read the session's snapshot, and show it. Don't send the action again."),
    Text(
      slug: "request-in-progress",
      cause: "The server is still processing the first request with this key.",
      remedy: "Send the same request again after the time in `Retry-After`."),
    Text(
      slug: "ended-session",
      cause: """
        The session was deleted, has expired, or was ended by the server. `reason` is `deleted`, \
        `expired`, `too-many-actions`, `too-many-bytes`, `too-many-effects` or `state-too-large`.
        """,
      remedy: "Forget the id, and create a session with `POST /sessions`."),
    Text(
      slug: "version-mismatch",
      cause: """
        The session is not at the version that `If-Match` names: another change came first. The \
        response contains the snapshot.
        """,
      remedy: """
        Decide again from this snapshot whether to send the action, with its version in \
        `If-Match`.
        """),
    Text(
      slug: "content-too-large",
      cause: "The content has more bytes than this resource accepts.",
      remedy: "Send less at a time: a batch of actions can be divided."),
    Text(
      slug: "unsupported-media-type",
      cause: "The content is not declared as `application/json`, or it is compressed.",
      remedy: "Send uncompressed JSON, with `Content-Type: application/json`."),
    Text(
      slug: "invalid-value",
      cause: """
        The content is JSON, but not valid for this resource: an action or a state that the \
        feature does not have, or an action that only the server sends.
        """,
      remedy: """
        Correct the value at `pointer`; `GET /features/{name}` has the schemas. The client may \
        be older than the server.
        """),
    Text(
      slug: "content-too-complex",
      cause: """
        Arrays and objects are nested too deeply, or have too many parts; see `ClientInput`.
        """,
      remedy: "Send content with fewer parts."),
    Text(
      slug: "state-too-large",
      cause: "The resulting state would have more bytes than `--max-state`.",
      remedy: "Remove something from the state first."),
    Text(
      slug: "state-not-taken",
      cause: """
        The creation has an initial state, but the feature does not take one from clients; see \
        `ClientInput.takesState`.
        """,
      remedy: "Create the session without `state`, or with a `link`."),
    Text(
      slug: "invalid-state",
      cause: """
        The feature's `validate` refuses the state that a client, a link, a push or a restore \
        leads to. `detail` explains why.
        """,
      remedy: "Tell the user what `detail` says, and correct the value at `pointer`."),
    Text(
      slug: "invalid-link",
      cause: "The creation names a link for which the feature has no state.",
      remedy: "Create the session without the link, or correct it."),
    Text(
      slug: "reused-idempotency-key",
      cause: "The key was already used for a request with different content.",
      remedy: """
        Use a new key for each new request, and the same key only to send the same request \
        again.
        """),
    Text(
      slug: "too-many-at-once",
      cause: "The client has reached its limit of open event streams or of effects in flight.",
      remedy: """
        Close streams that are not needed any more, or try again after the time in \
        `Retry-After`.
        """),
    Text(
      slug: "too-many-requests",
      cause: "The client exceeds its rate limit.",
      remedy: """
        Try again after the time in `Retry-After`. `RateLimit` in each response tells how many \
        requests are left.
        """),
    Text(
      slug: "state-not-encodable",
      cause: """
        A feature's mistake: its state has a value that JSON cannot express, such as infinity.
        """,
      remedy: "Tell the server's operator. Another state of the session may be readable."),
    Text(
      slug: "screen-not-available",
      cause: """
        A mistake in a feature's view: it has more nodes or bytes than a screen may have, or its \
        views contain each other endlessly.
        """,
      remedy: "Tell the server's operator. The session itself can be read and used."),
    Text(
      slug: "unreadable-session",
      cause: """
        Another version of the feature stored the session, or its record is damaged. The session \
        is kept.
        """,
      remedy: "Keep the id, and tell the server's operator: a migration can make it readable."),
    Text(
      slug: "overloaded",
      cause: """
        Too many large requests are waiting, from this client or in total. Nothing was changed.
        """,
      remedy: "Send the same request again after the time in `Retry-After`."),
    Text(
      slug: "over-capacity",
      cause: "The server has reached its maximum number of sessions.",
      remedy: "Try again after the time in `Retry-After`."),
    Text(
      slug: "draining",
      cause: "The server is about to stop. Only its readiness check responds with this error.",
      remedy: "Send requests to another server."),
    Text(
      slug: "storage-unavailable",
      cause: """
        Sessions can't be stored or read: the disk is full, the file is locked or damaged, or \
        another server has claimed the session. The request may not have taken effect.
        """,
      remedy: """
        Send the request again with the same `Idempotency-Key` after the time in `Retry-After`, \
        or read the session first.
        """),
    Text(
      slug: "owner-unreachable",
      cause: """
        The server of the cluster that has the session can't be reached, or no server has it now. \
        Nothing was changed.
        """,
      remedy: "Send the request again after the time in `Retry-After`."),
    Text(
      slug: "quarantined",
      cause: """
        A mistake of the feature: the server crashed twice within ten minutes while it processed \
        the session. The session is kept; the program's command `sessions release` frees it.
        """,
      remedy: "Keep the id, and tell the server's operator."),
    Text(
      slug: "malformed-request", status: .badRequest,
      cause: "The request line or a field does not have the form that RFC 9112 requires.",
      remedy: "Use an HTTP library to make requests."),
    Text(
      slug: "ambiguous-framing", status: .badRequest,
      cause: "Two servers might disagree about the length of the content.",
      remedy: "Send `Content-Length` or `Transfer-Encoding`, once and not both."),
    Text(
      slug: "malformed-chunk", status: .badRequest,
      cause: "Chunked content does not have the form that RFC 9112 requires.",
      remedy: "Use an HTTP library to make requests."),
    Text(
      slug: "invalid-host", status: .badRequest,
      cause: "`Host` is missing, repeated, or not a valid host.",
      remedy: "Send `Host` once, with the host and port of the URL."),
    Text(
      slug: "repeated-field", status: .badRequest,
      cause: """
        A field that must not be repeated, such as `Authorization` or `Origin`, is repeated.
        """,
      remedy: "Send the field once. A proxy on the way may add another."),
    Text(
      slug: "invalid-percent-encoding", status: .badRequest,
      cause: "The path or the query has a `%` that does not start an escape.",
      remedy: "Write each `%` as `%25`, and encode text as UTF-8."),
    Text(
      slug: "not-found", status: .notFound,
      cause: "There is nothing at this path.",
      remedy: "Use the paths that `GET /` and the contract list."),
    Text(
      slug: "method-not-allowed", status: .methodNotAllowed,
      cause: """
        The path does not support this method. `Allow` lists the methods that it supports.
        """,
      remedy: "Use one of the methods in `Allow`."),
    Text(
      slug: "request-timeout", status: .requestTimeout,
      cause: "The fields or the content of the request did not arrive in time.",
      remedy: "Send the request again over a new connection."),
    Text(
      slug: "target-too-long", status: .uriTooLong,
      cause: "The path and the query are too long.",
      remedy: "Shorten the query."),
    Text(
      slug: "unsupported-expectation", status: .expectationFailed,
      cause: "The request has an `Expect` other than `100-continue`.",
      remedy: "Send no `Expect`."),
    Text(
      slug: "misdirected-request", status: .misdirectedRequest,
      cause: """
        The request is for a host that is not in `--allowed-hosts`, or for an `https` URI.
        """,
      remedy: "Use a host that the server allows. The server's operator can add one."),
    Text(
      slug: "fields-too-large", status: .requestHeaderFieldsTooLarge,
      cause: "There are too many fields, or they are too long.",
      remedy: "Send fewer or shorter fields, such as fewer cookies."),
    Text(
      slug: "unanswered", status: .internalServerError,
      cause: """
        A mistake of the host: one of its handlers discarded the request without a response.
        """,
      remedy: "Tell the server's operator, with `requestId`."),
    Text(
      slug: "unsupported-method", status: .notImplemented,
      cause: "No path supports this method, and the server does not know it.",
      remedy: "Use one of the methods in the contract."),
    Text(
      slug: "unsupported-transfer-coding", status: .notImplemented,
      cause: "The request has a transfer coding other than `chunked`.",
      remedy: "Send the content uncoded, or in chunks."),
    Text(
      slug: "answer-timeout", status: .serviceUnavailable,
      cause: "A handler of the host did not respond in time.",
      remedy: "Try again after the time in `Retry-After`, with the same `Idempotency-Key`."),
    Text(
      slug: "too-many-connections", status: .serviceUnavailable,
      cause: "The server, or one address, has reached its maximum number of connections.",
      remedy: "Use fewer connections, and try again after the time in `Retry-After`."),
    Text(
      slug: "unsupported-version", status: .httpVersionNotSupported,
      cause: "The request has a version of HTTP other than 1.0 and 1.1.",
      remedy: "Use HTTP/1.1."),
  ]
}
