#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Opens sockets by `URLSession`.
///
/// The one of most Linux distributions has no sockets: then a session has a stream of events.
public final class URLSessionSockets: RemoteSockets {
  private let session: URLSession

  /// Creates what opens sockets, each with a connection of its own.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    session = URLSession(
      configuration: configuration, delegate: RefusedRedirections(), delegateQueue: nil)
  }

  deinit {
    // Else it would live as long as the program.
    session.finishTasksAndInvalidate()
  }

  public func open(_ request: RemoteRequest) -> any RemoteSocket {
    var urlRequest = URLRequest(url: request.url)
    for (name, value) in request.fields { urlRequest.setValue(value, forHTTPHeaderField: name) }
    urlRequest.setValue("backstack.v1", forHTTPHeaderField: "Sec-WebSocket-Protocol")
    return URLSessionSocket(session.webSocketTask(with: urlRequest))
  }
}

/// A redirection to another host would get the key.
private final class RefusedRedirections: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection: HTTPURLResponse,
    newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

private struct URLSessionSocket: RemoteSocket {
  private let task: URLSessionWebSocketTask
  let messages: AsyncThrowingStream<String, any Error>

  init(_ task: URLSessionWebSocketTask) {
    self.task = task
    // A snapshot may be larger than the default of 1 MiB.
    task.maximumMessageSize = 64 << 20
    task.resume()
    messages = AsyncThrowingStream { continuation in
      let reading = Task {
        do {
          while true {
            if case .string(let text) = try await task.receive() { continuation.yield(text) }
          }
        } catch {
          // Whatever ended the socket, it is opened again.
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in
        reading.cancel()
        task.cancel(with: .goingAway, reason: nil)
      }
    }
  }

  func send(_ text: String) async throws { try await task.send(.string(text)) }
}
