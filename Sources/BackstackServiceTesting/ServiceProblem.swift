/// A refusal of the service: a problem document (RFC 9457).
public struct ServiceProblem: Error, Sendable, CustomStringConvertible {
  /// The status code.
  public let status: Int
  /// What kind of problem it is, such as `stale-element`.
  public let kind: String
  /// What a person can act on.
  public let detail: String
  /// Where in the content the offending value is (RFC 6901).
  public let pointer: String?
  /// Why the session has ended, when it has.
  public let reason: String?

  public var description: String { "\(status) \(kind): \(detail)" }

  init(_ answer: ServiceAnswer) {
    let document = try? answer.decoded(Document.self)
    status = answer.status
    kind = String(document?.type.split(separator: "/").last ?? "unknown")
    detail = document?.detail ?? answer.text
    pointer = document?.pointer
    reason = document?.reason
  }

  private struct Document: Decodable {
    let type: String
    let detail: String
    let pointer: String?
    let reason: String?
  }
}
