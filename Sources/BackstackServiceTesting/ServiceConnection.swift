import BackstackHTTP
import BackstackPlatform
import BackstackService
import Dispatch

/// A connection to a service.
protocol ServiceConnection: Sendable {
  /// Sends a request and waits for its response.
  func send(_ request: HTTPRequest) async throws -> ServiceResponse
}

/// A connection that calls the service's handler directly, without a socket.
struct HandlerConnection: ServiceConnection {
  let server: BackstackServer

  func send(_ request: HTTPRequest) async throws -> ServiceResponse {
    await withCheckedContinuation { continuation in
      server.respond(to: request) { response in
        continuation.resume(
          returning: ServiceResponse(
            status: response.status.code, fields: response.fields, content: response.body.bytes))
      }
    }
  }
}

/// A connection to a service through sockets, one for each request.
struct SocketConnection: ServiceConnection {
  let address: HTTPListenAddress

  private static let timeoutSeconds = 600

  func send(_ request: HTTPRequest) async throws -> ServiceResponse {
    let bytes = Self.bytes(of: request)
    // A thread outside the cooperative pool: waiting for a socket must not block a thread that
    // tasks share.
    let response = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Result { try exchange(bytes) })
      }
    }
    return try ServiceResponse(parsing: response.get())
  }

  private static func bytes(of request: HTTPRequest) -> [UInt8] {
    var text = "\(request.method.rawValue) \(request.target) HTTP/1.1\r\nConnection: close\r\n"
    for (name, value) in request.fields.all { text += "\(name): \(value)\r\n" }
    if !request.body.isEmpty { text += "Content-Length: \(request.body.count)\r\n" }
    return Array((text + "\r\n").utf8) + request.body
  }

  /// Sends all bytes and reads until the server closes the connection.
  private func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let descriptor = address.connect(timeoutSeconds: Self.timeoutSeconds) else {
      throw ServiceConnectionError(message: "No server listens on \(address).")
    }
    defer { FileDescriptor.close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBufferPointer {
        StreamSocket.send(descriptor, $0, upTo: $0.count, hasMore: false)
      }
      guard case .bytes(let count) = sent else {
        throw ServiceConnectionError(message: "Can't send the request.")
      }
      rest = rest.dropFirst(count)
    }
    var response: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let received = buffer.withUnsafeMutableBufferPointer {
        StreamSocket.receive(descriptor, into: $0, upTo: $0.count)
      }
      guard case .bytes(let count) = received else {
        throw ServiceConnectionError(message: "The response timed out.")
      }
      if count == 0 { return response }
      response += buffer[..<count]
    }
  }
}

/// The error that is thrown if a request received no response.
public struct ServiceConnectionError: Error, Sendable, CustomStringConvertible {
  /// A description of what happened.
  public let message: String

  public var description: String { message }
}
