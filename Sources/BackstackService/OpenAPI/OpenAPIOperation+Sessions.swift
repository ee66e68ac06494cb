import BackstackSessions
extension OpenAPIOperation {
  static let createSession = Self(
    """
    operationId: createSession
    summary: Create a session of a feature.
    parameters:
      - $ref: '#/components/parameters/CreationKey'
      - name: Prefer
        in: header
        description: return=minimal asks for a response without content; its status is still 201.
        schema:
          type: string
          examples: ['return=minimal']
    requestBody:
      required: true
      content:
        application/json:
          schema:
            $ref: '#/components/schemas/SessionCreation'
    responses:
      '201':
        description: The session was created. With Prefer return=minimal, there is no content.
        headers:
          Location:
            description: The path of the session.
            required: true
            schema:
              type: string
          ETag:
            $ref: '#/components/headers/ETag'
          Preference-Applied:
            $ref: '#/components/headers/PreferenceApplied'
          Processed-Version:
            $ref: '#/components/headers/ProcessedVersion'
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Snapshot'
        links:
          readSession:
            operationId: readSession
            parameters:
              id: $response.body#/id
          sendAction:
            operationId: sendAction
            parameters:
              id: $response.body#/id
          readPath:
            operationId: readPath
            parameters:
              id: $response.body#/id
          readEvents:
            operationId: readEvents
            parameters:
              id: $response.body#/id
          readHistory:
            operationId: readHistory
            parameters:
              id: $response.body#/id
          readVersion:
            operationId: readVersion
            parameters:
              id: $response.body#/id
              version: $response.body#/version
          restoreSession:
            operationId: restoreSession
            parameters:
              id: $response.body#/id
            requestBody:
              version: $response.body#/version
          endSession:
            operationId: endSession
            parameters:
              id: $response.body#/id
    """,
    problems: .ofContent + .ofKey + [
      .unknownFeature, .stateNotAccepted, .invalidState, .stateTooLarge, .invalidLink,
      .notAcceptable,
      .overCapacity, .storageUnavailable, .quotaExceeded, .tooManyAtOnce,
      .stateNotEncodable,
    ])

  static let readSession = Self(
    """
    operationId: readSession
    summary: Read the snapshot of a session.
    description: |
      With If-None-Match and wait, the server responds when there is another version, or with 304 when
      the time is over.
    parameters:
      - $ref: '#/components/parameters/IfNoneMatch'
      - $ref: '#/components/parameters/Wait'
    responses:
      '200':
        $ref: '#/components/responses/Snapshot'
      '304':
        $ref: '#/components/responses/NotModified'
    """,
    problems: .ofSessionAsJSON + [.invalidQuery])

  static let readPath = Self(
    """
    operationId: readPath
    summary: Read the navigation stack of a session.
    description: |
      If-None-Match and wait work as for the snapshot.
    parameters:
      - name: name
        in: query
        description: The name that the feature has given the stack; without it, the stack of the root state.
        schema:
          type: string
      - $ref: '#/components/parameters/IfNoneMatch'
      - $ref: '#/components/parameters/Wait'
    responses:
      '200':
        description: The elements of the stack, from the bottom to the top.
        headers:
          ETag:
            $ref: '#/components/headers/ETag'
        content:
          application/json:
            schema:
              type: array
              items:
                type: object
                required: [id, state]
                properties:
                  id:
                    type: integer
                    minimum: 0
                  state: {}
      '304':
        $ref: '#/components/responses/NotModified'
    """,
    problems: .ofSessionAsJSON + [.invalidQuery, .noStack])

  static let endSession = Self(
    """
    operationId: endSession
    summary: End a session and cancel its effects.
    parameters:
      - $ref: '#/components/parameters/IfMatch'
    responses:
      '204':
        description: The session has ended.
    """,
    problems: .ofSession + [.versionMismatch])
}
