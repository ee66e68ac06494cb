import BackstackSessions
extension OpenAPIOperation {
  static let readHistory = Self(
    """
    operationId: readHistory
    summary: Read the history of a session.
    description: |
      The versions that are remembered, oldest first, a page at a time.
    parameters:
      - name: after
        in: query
        description: The page begins after this version.
        schema:
          type: integer
          minimum: 0
      - name: limit
        in: query
        description: The maximum number of versions on the page.
        schema:
          type: integer
          minimum: 1
          maximum: 200
          default: 50
    responses:
      '200':
        description: A page of the history.
        headers:
          ETag:
            $ref: '#/components/headers/ETag'
          Link:
            description: The next page, with rel="next" (RFC 8288).
            schema:
              type: string
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/History'
        links:
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
    """,
    problems: .ofSession + [.notAcceptable, .invalidQuery])

  static let readVersion = Self(
    """
    operationId: readVersion
    summary: Read an earlier version of a session.
    description: |
      A version without a snapshot, or one that is no longer remembered, gets 404; the history lists
      the versions that have one.
    responses:
      '200':
        $ref: '#/components/responses/Snapshot'
    """,
    problems: .ofSessionAsJSON + [.forgottenVersion])

  static let restoreSession = Self(
    """
    operationId: restoreSession
    summary: Restore an earlier version, as a new version.
    description: |
      Ends the effects of screens that the version does not contain. Element ids are never reused.
    parameters:
      - $ref: '#/components/parameters/IfMatch'
      - $ref: '#/components/parameters/IdempotencyKey'
      - $ref: '#/components/parameters/Prefer'
    requestBody:
      required: true
      content:
        application/json:
          schema:
            $ref: '#/components/schemas/Restoration'
    responses:
      '200':
        $ref: '#/components/responses/Snapshot'
      '204':
        $ref: '#/components/responses/Minimal'
    """,
    problems: .ofSessionAsJSON + .ofContent + .ofKey + [
      .invalidState, .versionMismatch, .forgottenVersion, .stateTooLarge, .quotaExceeded,
    ])
}
