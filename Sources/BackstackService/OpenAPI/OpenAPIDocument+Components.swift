import BackstackHTTP

extension OpenAPIDocument {
  /// What the operations refer to.
  static var components: String { componentsButProblems.replacing("__PROBLEMS__", with: problems) }

  /// The kinds of problems as the lines of a list.
  private static var problems: String {
    Problem.Kind.all.map { "- \($0.status.code) `\($0.slug)`: \($0.title)" }
      .joined(separator: "\n          ")
  }

  private static let componentsButProblems = """
    securitySchemes:
      APIKey:
        type: http
        scheme: bearer
        description: Where the server is configured to ask for one.
    parameters:
      SessionID:
        name: id
        in: path
        required: true
        description: The id of the session. Who knows it holds the session.
        schema:
          type: string
      FeatureName:
        name: name
        in: path
        required: true
        description: The name of the feature.
        schema:
          type: string
      Version:
        name: version
        in: path
        required: true
        description: A version of the session.
        schema:
          type: integer
          minimum: 0
      IdempotencyKey:
        name: Idempotency-Key
        in: header
        description: |
          Names the request: the same request again gets the first answer again, and nothing is
          processed twice. While the first is processed it is answered 409; another request with the
          key is answered 422. A request that was refused has changed nothing and can be sent again.
          The latest keys of a session are known as long as it lives. Without an API key, that of a
          creation has at least 20 characters.
        schema:
          type: string
          minLength: 1
          maxLength: 255
          examples: ['"8e03978e-40d5-43e8-bc93-6894a57f9324"']
      Prefer:
        name: Prefer
        in: header
        description: |
          return=minimal leaves the content out of the answer; wait=N has the answer to actions wait
          for the effects that they started, for at most N seconds (RFC 7240).
        schema:
          type: string
          examples: ['wait=10']
      IfMatch:
        name: If-Match
        in: header
        description: The version that the session must be at, else 412 with the snapshot.
        schema:
          type: string
          examples: ['"7"']
      IfNoneMatch:
        name: If-None-Match
        in: header
        description: The version that the client has; answered 304 while it is the latest.
        schema:
          type: string
          examples: ['"7"']
    headers:
      ETag:
        description: The version, in quotes.
        schema:
          type: string
          examples: ['"7"']
      PreferenceApplied:
        description: The preferences that were followed.
        schema:
          type: string
    responses:
      Ok:
        description: It is.
        content:
          application/json:
            schema:
              type: object
              required: [status]
              properties:
                status:
                  const: ok
      Snapshot:
        description: The session as it is now.
        headers:
          ETag:
            $ref: '#/components/headers/ETag'
          Preference-Applied:
            $ref: '#/components/headers/PreferenceApplied'
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Snapshot'
      Minimal:
        description: It was done, and the client asked for no content.
        headers:
          ETag:
            $ref: '#/components/headers/ETag'
          Preference-Applied:
            $ref: '#/components/headers/PreferenceApplied'
      NotModified:
        description: The client has the latest version.
        headers:
          ETag:
            $ref: '#/components/headers/ETag'
      Problem:
        description: |
          What went wrong, and what can be done about it. No error changes a session or ends a connection
          that is still in step. The last segment of `type` tells the kind:

          __PROBLEMS__

          What the HTTP server finds wrong has the same form: 400, 404 `not-found`, 405
          `method-not-allowed`, 408, 413 `content-too-large`, 414 `target-too-long`, 417, 421, 431
          `fields-too-large`, 501, 503 `too-many-connections`.
        content:
          application/problem+json:
            schema:
              $ref: '#/components/schemas/Problem'
    schemas:
      SessionCreation:
        type: object
        required: [feature]
        additionalProperties: false
        properties:
          feature:
            type: string
            description: The name of the feature.
          state:
            description: The whole state to start from; not together with link.
          link:
            type: string
            description: A path that the feature makes a state of.
          ttl:
            type: number
            exclusiveMinimum: 0
            description: How many seconds the session lives without a request.
      Snapshot:
        type: object
        required: [id, feature, version, state, effects, expiresAt]
        properties:
          id:
            type: string
          feature:
            type: string
          version:
            type: integer
            minimum: 0
            description: How many actions were processed, those of effects included.
          state:
            description: The state of the feature.
          effects:
            type: integer
            minimum: 0
            description: How many effects are in flight.
          expiresAt:
            type: string
            format: date-time
          issues:
            type: array
            description: What the action was reported for; only in the answer to it.
            items:
              type: object
              required: [message, location]
              properties:
                message:
                  type: string
                location:
                  type: string
                  description: Where in the feature's source.
      Action:
        description: |
          An action of the session's feature. A case is an object with its name as the only key; a
          case without payload can be its name alone.
      History:
        type: object
        required: [oldest, version, entries]
        properties:
          oldest:
            type: integer
            minimum: 0
            description: The oldest version that is remembered.
          version:
            type: integer
            minimum: 0
            description: The version that the session is at.
          entries:
            type: array
            items:
              $ref: '#/components/schemas/HistoryEntry'
          next:
            type: string
            format: uri-reference
            description: The path of the next page, if there is one.
      HistoryEntry:
        type: object
        required: [version, time, cause, effects, snapshot]
        properties:
          version:
            type: integer
            minimum: 0
          time:
            type: string
            format: date-time
          cause:
            description: Who brought the session to the version.
            enum: [creation, client, effect, restore, resume]
          restored:
            type: integer
            minimum: 0
            description: The version that was gone back to.
          action:
            description: The action, if it was one, as JSON.
          effects:
            type: integer
            minimum: 0
            description: How many effects were in flight.
          snapshot:
            type: boolean
            description: Whether the version can be read and gone back to.
      Restoration:
        type: object
        required: [version]
        properties:
          version:
            type: integer
            minimum: 0
            description: The version to go back to.
      Patch:
        type: array
        description: A JSON Patch (RFC 6902); it applies to the snapshot that the client has.
        items:
          type: object
          required: [op, path]
          properties:
            op:
              enum: [add, remove, replace]
            path:
              type: string
              description: Where (RFC 6901).
            value: {}
      Features:
        type: object
        required: [features]
        properties:
          features:
            type: array
            items:
              $ref: '#/components/schemas/FeatureSummary'
      FeatureSummary:
        type: object
        required: [name, links, presentationStyles]
        properties:
          name:
            type: string
          links:
            type: boolean
            description: Whether sessions can be created from a link.
          presentationStyles:
            type: object
            description: How to show what is in a case, by the name of the case.
            additionalProperties:
              type: string
      Feature:
        description: A feature with the JSON Schemas (draft 2020-12) of what it sends and takes.
        allOf:
          - $ref: '#/components/schemas/FeatureSummary'
        type: object
        required: [takesPushes, state, initialState, action]
        properties:
          takesPushes:
            type: boolean
            description: Whether clients may push screens whose state they choose.
          state:
            type: object
            description: The schema of the states in snapshots.
          initialState:
            type: object
            description: The schema of the states that a session can be created with.
          action:
            type: object
            description: The schema of the actions that clients may send.
      Problem:
        type: object
        required: [type, title, status, detail]
        properties:
          type:
            type: string
            format: uri-reference
          title:
            type: string
          status:
            type: integer
          detail:
            type: string
          pointer:
            type: string
            description: Where in the content the offending value is (RFC 6901).
          reason:
            type: string
            description: |
              Why the session has ended: deleted, expired, too-many-actions or too-many-effects.
          version:
            type: integer
            description: The version that the session is at.
          snapshot:
            $ref: '#/components/schemas/Snapshot'

    """
}
