import BackstackPlatform

@testable import BackstackHTTP

/// Calls a handler directly; returns the response that it gave at once, if any.
func answer(
  of handler: any HTTPHandler, _ method: HTTPMethod, _ target: String,
  errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse
) throws -> HTTPResponse? {
  let box = Box<HTTPResponse?>(nil)
  let request = try HTTPRequest(method: method, target: target)
  handler.respond(
    to: request, HTTPResponder(errorResponse: errorResponse) { box.set($0) })
  return box.value
}

/// A value shared between threads.
final class Box<Value: Sendable>: Sendable {
  private let storage: Guarded<Value>

  init(_ value: Value) { storage = Guarded(value) }

  var value: Value { storage.withLock { $0 } }
  func set(_ value: Value) { storage.withLock { $0 = value } }
  func update(_ change: (inout Value) -> Void) { storage.withLock { change(&$0) } }
}

extension HTTPResponse {
  var text: String {
    String(decoding: body.bytes, as: UTF8.self)
  }
}
