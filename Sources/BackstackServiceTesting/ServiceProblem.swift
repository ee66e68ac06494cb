/// An error response of the service: a problem document (RFC 9457).
public struct ServiceProblem: Error, Sendable, CustomStringConvertible {
  /// The status code.
  public let status: Int
  /// The kind of the problem, such as `stale-element`.
  public let kind: String
  /// A human-readable explanation that helps to solve the problem.
  public let detail: String
  /// The position of the offending value in the content (RFC 6901).
  public let pointer: String?
  /// The reason why the session has ended, if it has.
  public let reason: String?

  public var description: String { "\(status) \(kind): \(detail)" }

  init(_ response: ServiceResponse) {
    let document = try? response.decoded(Document.self)
    status = response.status
    kind = String(document?.type.split(separator: "/").last ?? "unknown")
    detail = document?.detail ?? response.text
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
