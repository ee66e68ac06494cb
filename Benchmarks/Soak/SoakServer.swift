import BackstackHTTP
import Dispatch
import Glibc

/// The server under test, with a log, metrics, and all ways in which a handler can respond and
/// receive content.
enum SoakServer {
  /// Serves on a free port, which it prints, until a signal ends it.
  ///
  /// - Throws: `HTTPServerError` if it can't open a port or the log.
  static func run() throws(HTTPServerError) {
    let signals = HTTPStopSignals()
    let metrics = HTTPMetrics()
    var configuration = HTTPServerConfiguration(address: .ip("127.0.0.1", port: 0))
    configuration.accessLog = try HTTPAccessLog(.json, to: .file("/dev/null"))
    configuration.metrics = metrics
    configuration.echoesRequestID = true
    let server = HTTPServer(configuration: configuration, handler: handler(metrics))
    try server.start()
    let line = Array("\(server.localPort ?? 0)\n".utf8)
    _ = write(STDOUT_FILENO, line, line.count)
    exit(server.runUntilSignal(graceSeconds: 10, signals: signals) ? 0 : 3)
  }

  private static func handler(_ metrics: HTTPMetrics) -> HTTPRouter {
    let late = DispatchQueue(label: "late", attributes: .concurrent)
    return HTTPRouter([
      .returning(.get, "/fixed") { _, _ in HTTPResponse(body: .text("fixed")) },
      .returning(.get, "/metrics") { _, _ in metrics.response() },
      .returning(.post, "/echo") { request, _ in HTTPResponse(body: .bytes(request.body)) },
      HTTPRoute(.get, "/late") { _, _, responder in
        late.async { responder.respond(HTTPResponse(body: .text("late"))) }
      },
      .returning(.get, "/stream/{count}") { _, parameters in
        let count = Int(parameters["count"] ?? "") ?? 0
        return HTTPResponse(
          body: .writing { writer in
            for _ in 0..<count { try await writer.write(SoakPlan.piece) }
          })
      },
      HTTPRoute(.put, "/upload", content: .streamed(upTo: 1 << 20)) { _, _, responder in
        let content = HTTPContentReader()
        responder.receive(content)
        Task {
          var count = 0
          do {
            for try await piece in content { count += piece.count }
            responder.respond(HTTPResponse(body: .text("\(count)")))
          } catch {
            responder.respond(HTTPResponse(status: .badRequest))
          }
        }
      },
    ])
  }
}
