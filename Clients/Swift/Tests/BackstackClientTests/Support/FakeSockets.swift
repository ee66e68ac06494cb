import Foundation

@testable import BackstackClient

/// Sockets that a test serves, in their order.
final class FakeSockets: RemoteSockets {
  /// A socket, or an attempt to open one that is refused.
  final class Socket: RemoteSocket {
    let request: RemoteRequest
    let messages: AsyncThrowingStream<String, any Error>
    private let receiving: AsyncThrowingStream<String, any Error>.Continuation
    private let sent: AsyncStream<String>
    private let sending: AsyncStream<String>.Continuation

    init(_ request: RemoteRequest) {
      self.request = request
      (messages, receiving) = AsyncThrowingStream.makeStream()
      (sent, sending) = AsyncStream.makeStream()
    }

    func send(_ text: String) { sending.yield(text) }

    /// The next message of the client, once it comes.
    func next() async throws -> JSONValue {
      for await text in sent { return try JSONParser.value(Data(text.utf8)) }
      throw CancellationError()
    }

    func tell(_ text: String) { receiving.yield(text) }

    func lose() { receiving.finish(throwing: URLError(.networkConnectionLost)) }
  }

  private let isRefusing: Bool
  private let sockets: AsyncStream<Socket>
  private let opening: AsyncStream<Socket>.Continuation

  init(isRefusing: Bool = false) {
    self.isRefusing = isRefusing
    (sockets, opening) = AsyncStream.makeStream()
  }

  func open(_ request: RemoteRequest) throws -> any RemoteSocket {
    let socket = Socket(request)
    opening.yield(socket)
    if isRefusing { throw URLError(.badServerResponse) }
    return socket
  }

  /// The next socket, once it is opened.
  func next() async throws -> Socket {
    for await socket in sockets { return socket }
    throw CancellationError()
  }
}
