public import BackstackHTTP

/// The response of a service to a request.
public struct ServiceResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The fields.
  public let fields: HTTPFields
  /// The content.
  public let content: [UInt8]

  /// The content as text.
  public var text: String { String(decoding: content, as: UTF8.self) }

  /// The version in the entity tag.
  public var version: Int? {
    fields[.eTag].flatMap { Int($0.filter { $0 != "\"" }) }
  }
}

extension ServiceResponse {
  /// Creates a response from all bytes of a connection that the server has closed.
  init(parsing bytes: [UInt8]) throws(ServiceConnectionError) {
    let end = Array("\r\n\r\n".utf8)
    let headEnd = bytes.indices.first { bytes[$0...].starts(with: end) }
    let head = String(decoding: bytes[..<(headEnd ?? bytes.startIndex)], as: UTF8.self)
    // "\r\n" is a single character in Swift.
    let lines = head.split(separator: "\r\n")
    let statusLine = lines.first?.split(separator: " ") ?? []
    guard let headEnd, statusLine.count >= 2, let status = Int(statusLine[1]) else {
      throw ServiceConnectionError(message: "The connection ended in the middle of the response.")
    }
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields.append(HTTPFieldName(String(line[..<colon])), String(value))
    }
    let content = Array(bytes[(headEnd + end.count)...])
    if let length = fields[.contentLength].flatMap({ Int($0) }), length != content.count {
      throw ServiceConnectionError(message: "The connection ended in the middle of the response.")
    }
    self.init(status: status, fields: fields, content: content)
  }
}

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
