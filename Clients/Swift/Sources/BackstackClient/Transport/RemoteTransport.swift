public import Foundation

/// A request to the service.
public struct RemoteRequest: Equatable, Sendable {
  public var method: String
  public var url: URL
  public var fields: [String: String]
  /// The content; `nil` for none.
  public var content: Data?

  public init(
    method: String = "GET", url: URL, fields: [String: String] = [:], content: Data? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.content = content
  }
}

/// The status line and the fields of a response.
public struct RemoteResponseHead: Equatable, Sendable {
  public var status: Int
  private var fields: [String: String]

  /// Creates a head; the names of fields may be in upper and lower case.
  public init(status: Int, fields: [String: String] = [:]) {
    self.status = status
    self.fields = Dictionary(fields.map { ($0.lowercased(), $1) }) { first, _ in first }
  }

  /// The value of a field, whatever the case of its name.
  public subscript(name: String) -> String? { fields[name.lowercased()] }
}

/// A part of a response: first its head, then its content as it comes.
public enum RemoteResponsePart: Equatable, Sendable {
  case head(RemoteResponseHead)
  case content(Data)
}

/// The carrier of requests to the service: `URLSession`, or a test.
public protocol RemoteTransport: Sendable {
  /// Sends a request, and returns its response part by part.
  ///
  /// The sequence ends with the response, and throws if the connection fails before. Responses can
  /// last for hours, with seconds between their parts. Once the task that reads the sequence is
  /// cancelled, the request is, too.
  func response(to request: RemoteRequest) -> AsyncThrowingStream<RemoteResponsePart, any Error>
}
