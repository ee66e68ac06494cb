#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Carries requests by `URLSession`, with no cache and no cookies.
public final class URLSessionTransport: RemoteTransport {
  private let session: URLSession
  private let readers: ResponseReaders

  /// The transport that sessions use unless they are given another one.
  public static let shared = URLSessionTransport()

  /// Creates a transport with connections of its own.
  ///
  /// - Parameter configuration: What the connections are configured with; its limits of time are
  ///   replaced, as `RemoteSession` has its own.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    // The caller's own configuration stays as it is.
    let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    // A stream may be silent for 40 seconds.
    configuration.timeoutIntervalForRequest = 90
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    // Each session has a connection for its stream.
    configuration.httpMaximumConnectionsPerHost = 64
    readers = ResponseReaders()
    session = URLSession(configuration: configuration, delegate: readers, delegateQueue: nil)
  }

  deinit {
    // Else it would live as long as the program.
    session.finishTasksAndInvalidate()
  }

  public func response(
    to request: RemoteRequest
  ) -> AsyncThrowingStream<RemoteResponsePart, any Error> {
    var urlRequest = URLRequest(url: request.url)
    urlRequest.httpMethod = request.method
    urlRequest.httpBody = request.content
    for (name, value) in request.fields { urlRequest.setValue(value, forHTTPHeaderField: name) }
    let task = session.dataTask(with: urlRequest)
    return AsyncThrowingStream { continuation in
      continuation.onTermination = { _ in task.cancel() }
      readers.add(continuation, task.taskIdentifier)
      task.resume()
    }
  }
}

/// Passes what comes for each task to its reader.
///
/// `URLSession.bytes(for:)` does not exist on Linux, where a delegate is the only way to read a
/// response before its end.
///
/// Sound: `readers` is only used while `lock` is locked.
private final class ResponseReaders: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  typealias Reader = AsyncThrowingStream<RemoteResponsePart, any Error>.Continuation

  // `Mutex` needs iOS 18.
  private let lock = NSLock()
  private var readers: [Int: Reader] = [:]

  func add(_ reader: Reader, _ task: Int) {
    lock.withLock { readers[task] = reader }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      var fields: [String: String] = [:]
      for (name, value) in response.allHeaderFields {
        if let name = name as? String, let value = value as? String { fields[name] = value }
      }
      let head = RemoteResponseHead(status: response.statusCode, fields: fields)
      reader(dataTask)?.yield(.head(head))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    reader(dataTask)?.yield(.content(data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let reader = lock.withLock { readers.removeValue(forKey: task.taskIdentifier) }
    reader?.finish(throwing: error)
  }

  // A redirection to another host would get the key.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection: HTTPURLResponse,
    newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  private func reader(_ task: URLSessionTask) -> Reader? {
    lock.withLock { readers[task.taskIdentifier] }
  }
}
