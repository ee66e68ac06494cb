import BackstackSessions
extension OpenAPIOperation {
  static let readIndex = Self(
    """
    operationId: readIndex
    summary: Find the other resources.
    responses:
      '200':
        description: The paths of the resources by name.
        content:
          application/json:
            schema:
              type: object
              required: [name, features, sessions, openapi, health]
              additionalProperties:
                type: string
    """,
    problems: [.notAcceptable])

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
    """,
    problems: [.notAcceptable])

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
    """,
    problems: [.notAcceptable, .noSuchFeature])

  static let health = alive("readHealth", "Check that the server is alive.")
  static let liveness = alive("readLiveness", "Check that the server is alive, for Kubernetes.")

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
    summary: Check whether the server accepts new work.
    responses:
      '200':
        $ref: '#/components/responses/Ok'
    """,
    problems: [.draining, .storageUnavailable])

  static let readMetrics = Self(
    """
    operationId: readMetrics
    summary: Read the metrics of the server in Prometheus' text format.
    description: |
      If the server has separate addresses for administration, the metrics are available only there.
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
              type: object
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
