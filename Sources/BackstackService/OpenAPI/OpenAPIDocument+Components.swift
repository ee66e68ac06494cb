extension OpenAPIDocument {
  /// What the operations refer to.
  static let components = """
    components:
      parameters:
        SessionID:
          name: id
          in: path
          required: true
          description: The id of the session. Who knows it holds the session.
          schema:
            type: string
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
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Snapshot'
        NotModified:
          description: The client has the latest version.
          headers:
            ETag:
              $ref: '#/components/headers/ETag'
        Problem:
          description: |
            400 for content that is not JSON, 404 for an unknown session, 406, 409 for an action
            whose target is gone, 410 for a session that ended or expired, 412 for a session that has
            moved on, 413 and 431 over a limit, 415 for content that is not declared as JSON, 422 for
            JSON that this resource does not take, 503 over capacity. No error changes a session.
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
            An action of the feature. A case is an object with its name as the only key; a case
            without payload can be its name alone.
          examples:
            - addCounterButtonTapped
            - path:
                element:
                  id: 0
                  action:
                    counter: incrementButtonTapped
        Features:
          type: object
          required: [features]
          properties:
            features:
              type: array
              items:
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
