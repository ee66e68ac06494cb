import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackService
import BackstackStorage
import BackstackTestSupport
import Testing

@Suite("Session ids in logs and metrics", .endsAtFailure)
struct SecretIDTests {
  /// Reports an issue, so that the service logs a line about the session.
  @Reducer
  struct Clumsy {
    struct State: Codable, Sendable {}
    enum Action: Codable, Sendable { case stumble }
    @Dependency(\.issueReporter) var issueReporter
    @Dependency(\.session) var session

    var body: some ReducerOf<Self> {
      Reduce { _, _ in
        reportIssue("It stumbled in \(session.map { "\($0)" } ?? "nothing").")
        return .none
      }
    }
  }

  @Test(
    "Logs and metrics contain only the first eight digits of an id", arguments: [true, false])
  func logs(isJSON: Bool) async throws {
    let folder = TemporaryFolder()
    let log = try HTTPAccessLog(isJSON ? .json : .text, to: .file(folder.file("log")))
    let serviceLog = Guarded<[String]>([])
    var http = HTTPServerConfiguration.patient
    http.accessLog = log
    var configuration = ServiceConfiguration.patient
    configuration.storage = MemoryStorage()
    configuration.log = { line in serviceLog.withLock { $0.append(line) } }
    let feature = Feature("clumsy", initialState: Clumsy.State()) { Clumsy() }
    var written = ""
    var id = ""
    try await withServer(features: [feature], configuration: configuration, http: http) { server in
      let client = server.makeClient()
      let created = try await client.post("/sessions", #"{"feature":"clumsy"}"#)
      id = String(try #require(created.fields["location"]).suffix(32))
      let session = "/sessions/\(id)"
      let escaped = id.utf8.map { "%" + String($0, radix: 16) }.joined()
      #expect(try await client.post(session + "/actions", #""stumble""#).status == 200)
      for (target, status) in [
        (session, 200), (session + "/path", 404), (session + "/history", 200),
        (session + "/history/0", 200), ("/sessions/" + escaped, 200),
        (session + "/", 404), (session + "/nonsense", 404), ("/v1" + session, 404),
        ("/sessions//" + id, 404), ("/" + id, 404), ("/sessions%2F" + id, 404),
        ("/features?session=" + id, 400), (session + "?" + id + "=" + id, 400),
        (session + "?ticket=" + id, 400),
      ] {
        let answer = try await client.get(
          target, fields: ["Referer": "http://127.0.0.1/page/\(id)?\(id)"])
        #expect(answer.status == status, "\(target)")
      }
      for method in ["PUT", "OPTIONS", "BREW", "DELETE"] {
        _ = try await client.send(method, session)
      }
      #expect(try await client.get(session).status == 410)
      written = try await client.get("/metrics").text
      #expect(written.contains(#"route="/sessions/{id}/history/{version}""#))
    }
    #expect(log.close())
    let lines = folder.text("log")
    #expect(lines.split(separator: "\n").count >= 20)
    #expect(lines.contains("/sessions/\(id.prefix(8))… ") || isJSON)
    #expect(lines.contains(#""target":"/sessions/\#(id.prefix(8))…","#) || !isJSON)
    written += lines
    let service = serviceLog.withLock { $0.joined(separator: "\n") }
    #expect(service.contains("It stumbled in \(id.prefix(8))… of clumsy."))
    written += service
    #expect(!written.contains(id.prefix(9)))
    #expect(!written.contains(id.suffix(9)))
  }

  @Test("The error for a damaged record contains only the beginning of its id")
  func damage() {
    let id = String(repeating: "12ab", count: 8)
    let text = StorageError.unreadableRecord(id: id).description
    #expect(text.contains("12ab12ab…"))
    #expect(!text.contains(id.prefix(9)))
  }
}
