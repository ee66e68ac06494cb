import BackstackTestSupport
import Foundation
import Testing

#if SQLite
  @Suite("Payments on a server that is killed", .endsAtFailure)
  struct PaymentTests {
    private let folder = TemporaryFolder()

    private var storage: [String] { ["--storage", "sqlite:\(folder.file("sessions.sqlite"))"] }

    /// Starts a server, and waits until it is ready and has sent some orders to the bank.
    private func start(
      bank: String, orders: [String] = []
    ) async throws -> (ServerProcess, CurlClient) {
      let server = try ServerProcess(
        ["--port", "0", "--bank", bank] + storage, executable: "BackstackTrapServer")
      var port: Int?
      var missing = Set(orders)
      // In any order: the effects run before the server is ready, or after that.
      while port == nil || !missing.isEmpty {
        let line = try await server.line()
        if let text = line.split(separator: ":").last, line.contains("serves http://127.0.0.1:") {
          port = Int(text)
        } else if line.hasPrefix("charge ") {
          missing.remove(String(line.dropFirst("charge ".count)))
        }
      }
      return (server, CurlClient(port: port ?? 0))
    }

    @Test("A payment continues after each kill, without a request, and is confirmed once")
    func kills() async throws {
      let (first, client) = try await start(bank: "closed")
      let created = try await client.post("/sessions", #"{"feature":"checkout"}"#)
      let path = try #require(created.fields["location"])
      let id = String(path.dropFirst("/sessions/".count))
      let sent = try await client.post(path + "/actions", #"{"pay":{"order":"1"}}"#)
      #expect(sent.status == 200)
      #expect(try await first.line().hasPrefix("Open "))
      #expect(try await first.line().hasPrefix("Play "))
      #expect(try await first.line() == "charge 1")
      first.signal(SIGKILL)
      #expect(try await first.end().code == -SIGKILL)

      let shown = try ServerProcess(
        ["sessions", "show", id] + storage, executable: "BackstackTrapServer")
      #expect(try await shown.end().output.contains(#""id": "1""#))
      for _ in 0..<2 {
        let (next, _) = try await start(bank: "closed", orders: ["1"])
        next.signal(SIGKILL)
        #expect(try await next.end().code == -SIGKILL)
      }

      let (last, lastClient) = try await start(bank: "open", orders: ["1"])
      var receipts: JSON?
      while receipts != ["receipt of 1"] {
        receipts = try await lastClient.get(path).json["state"]?["receipts"]
      }
      last.signal(SIGKILL)
      #expect(try await last.end().code == -SIGKILL)
      let listed = try ServerProcess(
        ["sessions", "list"] + storage, executable: "BackstackTrapServer")
      let list = try await listed.end().output
      #expect(list.contains(id) && !list.contains("pending"))
    }
  }
#endif
