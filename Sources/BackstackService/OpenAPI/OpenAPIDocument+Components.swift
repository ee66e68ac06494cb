import BackstackHTTP

extension OpenAPIDocument {
  /// What the operations refer to, besides schemas and problems.
  static func components(_ configuration: ServiceConfiguration) -> String {
    """
    securitySchemes:
      APIKey:
        type: http
        scheme: bearer
        description: Where the server is configured to ask for one.
      EventTicket:
        type: apiKey
        in: query
        name: ticket
        description: A ticket from POST /sessions/{id}/events/tickets, in place of an API key.
    parameters:
      SessionID:
        name: id
        in: path
        required: true
        description: The id of the session. Without an API key, who knows it holds the session.
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
          Names the request, best by a UUID in quotes: the same request again gets the first answer
          again, and nothing is processed twice. While the first is processed it is answered 409; another request with the
          key is answered 422. A request that was refused has changed nothing and can be sent again.
          The latest keys of a session are known as long as it lives, longer than their answers:
          when that is not kept any longer, the answer is the present snapshot, with Processed-Version.
        schema:
          type: string
          pattern: '\(keyPattern(1))'
      CreationKey:
        name: Idempotency-Key
        in: header
        description: |
          Names the request, among those of its client, as for actions. Without an API key it has at
          least 20 characters, as a UUID has: who guesses it gets the session.
        schema:
          type: string
          pattern: '\(keyPattern(configuration.apiKeys.isEmpty ? 20 : 1))'
      Prefer:
        name: Prefer
        in: header
        description: |
          return=minimal leaves the content out of the answer; wait=N has the answer to actions wait
          for the effects that they started, for at most N seconds (RFC 7240).
        schema:
          type: string
          examples: ['wait=10', 'return=minimal']
      IfMatch:
        name: If-Match
        in: header
        description: |
          The version that the session must be at, in quotes, else 412 with the snapshot; `*` is any.
        schema:
          type: string
      IfNoneMatch:
        name: If-None-Match
        in: header
        description: The version that the client has, in quotes; answered 304 while it is the latest.
        schema:
          type: string
      Wait:
        name: wait
        in: query
        description: |
          For how many seconds to wait for the next version; \(configuration.maximumWait) at most count.
        schema:
          type: integer
          minimum: 0
    headers:
      ETag:
        description: The version, in quotes.
        required: true
        schema:
          type: string
          pattern: '^"[0-9]+"$'
          examples: ['"7"']
      RetryAfter:
        description: After how many seconds to try again.
        required: true
        schema:
          type: integer
          minimum: 0
      WWWAuthenticate:
        description: How to authenticate (RFC 6750 §3).
        required: true
        schema:
          type: string
      PreferenceApplied:
        description: The preferences that were followed.
        schema:
          type: string
      ProcessedVersion:
        description: |
          The version, in quotes, that a request with this key led to when it was processed. It is there when
          the first answer is not kept any longer, and the session is answered as it is now.
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
          Processed-Version:
            $ref: '#/components/headers/ProcessedVersion'
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
          Processed-Version:
            $ref: '#/components/headers/ProcessedVersion'
      NotModified:
        description: The client has the latest version.
        headers:
          ETag:
            $ref: '#/components/headers/ETag'
    """
  }

  /// What an `Idempotency-Key` is: visible characters, with or without quotes around them.
  private static func keyPattern(_ least: Int) -> String {
    let text = #"[!#-\[\]-~]{\#(least),255}"#
    return #"^("\#(text)"|\#(text))$"#
  }
}
