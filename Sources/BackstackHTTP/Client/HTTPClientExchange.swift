/// A request of a client and its response, which the thread of the client completes.
///
/// Content of a known, small length is passed on when all of it has come; any other while it arrives.
final class HTTPClientExchange {
  let number: UInt64
  let request: HTTPClientRequest
  let address: HTTPServerAddress
  let group: UInt64
  /// The connection that carries it.
  var connection: UInt64?
  private var completion: HTTPClient.Completion?
  private var response: HTTPResponse?
  private var collected: [UInt8] = []
  private var content: HTTPClientContent?

  init(_ command: HTTPClient.Exchange) {
    number = command.number
    request = command.request
    address = command.address
    group = command.group
    completion = command.completion
  }

  /// Whether the deadline is over once the content streams.
  var isStreaming: Bool { content != nil }

  /// Passes the head of the response on.
  ///
  /// - Parameter makeContent: Makes the content that is passed on while it arrives.
  func receive(
    _ head: HTTPResponseHead, collectsUpTo limit: Int, _ makeContent: () -> HTTPClientContent
  ) {
    var response = HTTPResponse(status: head.status, fields: head.fields)
    let hasContent = request.method != .head && ![204, 304].contains(head.status.code)
    if hasContent, head.contentLength.map({ $0 > limit }) ?? true {
      let content = makeContent()
      self.content = content
      response.body = .stream(content, length: head.contentLength)
      complete(.success(response))
    } else {
      self.response = response
    }
  }

  /// Passes content on.
  ///
  /// - Returns: Whether there is room for more.
  func receive(_ bytes: [UInt8]) -> Bool {
    if let content { return content.append(bytes) }
    collected += bytes
    return true
  }

  func finish() {
    content?.end(isComplete: true)
    guard var response else { return }
    if !collected.isEmpty { response.body = .bytes(collected) }
    complete(.success(response))
  }

  func fail(_ failure: HTTPClientFailure) {
    content?.end(isComplete: false)
    complete(.failure(failure))
  }

  private func complete(_ result: Result<HTTPResponse, HTTPClientFailure>) {
    completion.take()?(result)
  }
}
