/// The description of one operation: the YAML below its method, without indentation.
struct OpenAPIOperation: Sendable {
  let yaml: String

  init(_ yaml: String) { self.yaml = yaml }
}

extension OpenAPIOperation {
  static let createSession = Self(
    """
    operationId: createSession
    summary: Create a session of a feature.
    parameters:
      - $ref: '#/components/parameters/IdempotencyKey'
      - $ref: '#/components/parameters/Prefer'
    requestBody:
      required: true
      content:
        application/json:
          schema:
            $ref: '#/components/schemas/SessionCreation'
    responses:
      '201':
        description: The session was created; without content for Prefer return=minimal.
        headers:
          Location:
            description: The path of the session.
            schema:
              type: string
          ETag:
            $ref: '#/components/headers/ETag'
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Snapshot'
      default:
        $ref: '#/components/responses/Problem'
    """)

  static let readSession = Self(
    """
    operationId: readSession
    summary: Read the snapshot of a session.
    description: |
      With If-None-Match and wait, the answer comes when there is another version, or 304 when the time
      is over.
    parameters:
      - $ref: '#/components/parameters/IfNoneMatch'
      - name: wait
        in: query
        description: For how many seconds to wait for the next version; 60 at most count.
        schema:
          type: integer
          minimum: 0
    responses:
      '200':
        $ref: '#/components/responses/Snapshot'
      '304':
        $ref: '#/components/responses/NotModified'
      default:
        $ref: '#/components/responses/Problem'
    """)

  static let endSession = Self(
    """
    operationId: endSession
    summary: End a session and cancel its effects.
    parameters:
      - $ref: '#/components/parameters/IfMatch'
    responses:
      '204':
        description: The session has ended.
      default:
        $ref: '#/components/responses/Problem'
    """)

  static let sendAction = Self(
    """
    operationId: sendAction
    summary: Send an action, or several as one step, to a session.
    description: |
      The answer comes when the action, and what it caused without waiting for anything, was
      processed; with Prefer wait, when its effects have ended. An action for an element that is no
      longer on the stack is answered 409 and changes nothing.

      The actions of an array are processed in order, all or none, and none of their effects begins
      before the last was processed. Each makes a version.

      With `Accept: application/json-patch+json` the answer is a patch for the client's copy of the
      snapshot, from the version that `Delta-Base` names (that of `If-Match`, if given) to that of
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
        description: The session as it is now, or how it has changed.
        headers:
          ETag:
            $ref: '#/components/headers/ETag'
          Delta-Base:
            description: The version that a patch applies to, in quotes.
            schema:
              type: string
              examples: ['"6"']
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Snapshot'
          application/json-patch+json:
            schema:
              $ref: '#/components/schemas/Patch'
      '204':
        $ref: '#/components/responses/Minimal'
      default:
        $ref: '#/components/responses/Problem'
    """)

  static let readEvents = Self(
    """
    operationId: readEvents
    summary: Follow a session by server-sent events.
    description: |
      `snapshot` comes first, with the snapshot as its data. `patch` follows when the session has
      changed, whoever changed it: its data is a JSON Patch (RFC 6902) for the snapshot, which changes
      `state` only. The `id` of both is the version that they lead to; changes that follow each other
      closely may come as one. A reader that is too slow gets another `snapshot` instead of the
      patches that it has missed. `end`, with `{"reason": …}`, is the last event of a session. A
      comment every 15 seconds keeps the connection alive. A server that is about to stop ends the
      stream without `end`: connect again. An open stream does not prolong the life of the session.
    parameters:
      - name: Last-Event-ID
        in: header
        description: |
          The version that the client has. Instead of a snapshot the missed patches come, as long as
          they are remembered.
        schema:
          type: string
          examples: ['7']
    responses:
      '200':
        description: The events.
        content:
          text/event-stream:
            schema:
              type: string
      default:
        $ref: '#/components/responses/Problem'
    """)

  static let readPath = Self(
    """
    operationId: readPath
    summary: Read the navigation stack of a session.
    parameters:
      - $ref: '#/components/parameters/IfNoneMatch'
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
      default:
        $ref: '#/components/responses/Problem'
    """)

  static let listFeatures = Self(
    """
    operationId: listFeatures
    summary: List the features that are hosted.
    responses:
      '200':
        description: The features, by name.
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Features'
      default:
        $ref: '#/components/responses/Problem'
    """)

  static let readFeature = Self(
    """
    operationId: readFeature
    summary: Read the JSON Schemas of a feature's state and actions.
    responses:
      '200':
        description: The feature.
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Feature'
      default:
        $ref: '#/components/responses/Problem'
    """)

  static let health = alive("readHealth", "Tell that the server is alive.")
  static let liveness = alive("readLiveness", "Tell that the server is alive, as Kubernetes asks.")

  private static func alive(_ id: String, _ summary: String) -> Self {
    Self(
      """
      operationId: \(id)
      summary: \(summary)
      responses:
        '200':
          $ref: '#/components/responses/Ok'
      """)
  }

  static let readiness = Self(
    """
    operationId: readReadiness
    summary: Tell whether the server takes new work.
    responses:
      '200':
        $ref: '#/components/responses/Ok'
      '503':
        description: The server is about to stop; use another one.
        content:
          application/problem+json:
            schema:
              $ref: '#/components/schemas/Problem'
    """)

  static let readMetrics = Self(
    """
    operationId: readMetrics
    summary: Read the metrics of the server in Prometheus' text format.
    description: |
      Where the server has addresses of its own for administration, it answers this there only.
    responses:
      '200':
        description: The metrics, version 0.0.4 of the format.
        content:
          text/plain:
            schema:
              type: string
    """)

  static let openAPIDocument = Self(
    """
    operationId: readContract
    summary: Read this document.
    responses:
      '200':
        description: The document.
        content:
          application/yaml:
            schema:
              type: string
    """)

  static let openAPIDocumentAsJSON = Self(
    """
    operationId: readContractAsJSON
    summary: Read this document as JSON.
    responses:
      '200':
        description: The document.
        content:
          application/json:
            schema:
              type: object
    """)
}
