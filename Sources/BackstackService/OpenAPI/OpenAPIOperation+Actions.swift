import BackstackSessions
extension OpenAPIOperation {
  static let sendAction = Self(
    """
    operationId: sendAction
    summary: Send an action, or a batch of actions, to a session.
    description: |
      The response comes when the action, and everything that it caused without waiting, was
      processed; with Prefer wait, when its effects have ended. An action for an element that is no
      longer on the stack gets 409 and changes nothing.

      An array is a batch: its actions are processed in order, all or none, and none of their effects
      begins before the last action was processed. Each action makes a version.

      With `Accept: application/json-patch+json` the response is a patch for the client's copy of the
      snapshot, from the version in `Delta-Base` (that of `If-Match`, if given) to the version in
      `ETag`. It changes `state` only; without `Delta-Base` it replaces the whole snapshot.
    parameters:
      - $ref: '#/components/parameters/IfMatch'
      - $ref: '#/components/parameters/IdempotencyKey'
      - $ref: '#/components/parameters/Prefer'
    requestBody:
      required: true
      content:
        application/json:
          schema:
            oneOf:
              - $ref: '#/components/schemas/Action'
              - type: array
                minItems: 1
                maxItems: 1000
                items:
                  $ref: '#/components/schemas/Action'
    responses:
      '200':
        description: The session as it is now, or a patch.
        headers:
          ETag:
            $ref: '#/components/headers/ETag'
          Delta-Base:
            description: The version that a patch applies to, in quotes.
            schema:
              type: string
              examples: ['"6"']
          Preference-Applied:
            $ref: '#/components/headers/PreferenceApplied'
          Processed-Version:
            $ref: '#/components/headers/ProcessedVersion'
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Snapshot'
          application/json-patch+json:
            schema:
              $ref: '#/components/schemas/Patch'
        links:
          readSession:
            operationId: readSession
            parameters:
              id: $request.path.id
          readPath:
            operationId: readPath
            parameters:
              id: $request.path.id
          readVersion:
            operationId: readVersion
            parameters:
              id: $request.path.id
              version: $response.body#/version
          restoreSession:
            operationId: restoreSession
            parameters:
              id: $request.path.id
            requestBody:
              version: $response.body#/version
          endSession:
            operationId: endSession
            parameters:
              id: $request.path.id
      '204':
        $ref: '#/components/responses/Minimal'
    """,
    problems: .ofSessionAsJSON + .ofContent + .ofKey + [
      .invalidState, .staleElement, .versionMismatch, .stateTooLarge, .quotaExceeded,
      .tooManyAtOnce,
    ])

  static let readEvents = Self(
    """
    operationId: readEvents
    summary: Follow a session by server-sent events.
    description: |
      `snapshot` comes first, with the snapshot as its data. `patch` follows whenever the session has
      changed: its data is a JSON Patch (RFC 6902) for the snapshot, which changes `state` only. The
      `id` of both is the version that they lead to; changes in quick succession may come as one
      patch. A reader that is too slow gets another `snapshot` instead of the patches that it has
      missed. `end`, with `{"reason": …}`, is the last event of a session. A comment every 15 seconds
      keeps the connection alive. A server that is about to stop ends the stream without `end`:
      connect again after the time in `retry`, which differs from stream to stream. An open stream
      does not extend the life of the session.

      A browser's EventSource can't send Authorization: `ticket` replaces it, and `after` replaces
      Last-Event-ID, which a new EventSource does not send. A ticket can be used once: when a stream
      with a ticket has ended, its client gets another ticket, and passes the version that it has.
    parameters:
      - name: after
        in: query
        description: The version that the client has, unless Last-Event-ID is given.
        schema:
          type: integer
          minimum: 0
      - name: Last-Event-ID
        in: header
        description: |
          The version that the client has. The stream then begins with the missed patches instead of
          a snapshot, as long as they are remembered.
        schema:
          type: string
          examples: ['7']
    responses:
      '200':
        description: The events. The schema describes a single one.
        content:
          text/event-stream:
            schema:
              $ref: '#/components/schemas/Event'
    """,
    problems: .ofSession + [.notAcceptable, .invalidQuery, .invalidTicket, .tooManyAtOnce])

  static let createEventTicket = Self(
    """
    operationId: createEventTicket
    summary: Get a ticket for the events of a session.
    description: |
      For clients that can't send Authorization with the request for events, as a browser's EventSource.
      The ticket is valid once, for this session and this client, until it expires.
    responses:
      '201':
        description: The ticket.
        content:
          application/json:
            schema:
              type: object
              required: [ticket, expiresAt]
              additionalProperties: false
              properties:
                ticket:
                  type: string
                  pattern: '^[0-9a-f]{64}$'
                expiresAt:
                  type: string
                  format: date-time
    """,
    problems: .ofSession + [.notAcceptable])
}
