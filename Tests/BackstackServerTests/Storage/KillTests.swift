import BackstackTestSupport
import Glibc
import Testing

/// Kills the server repeatedly during its work, and expects all acknowledged changes afterwards.
///
/// `BACKSTACK_KILLS` is the number of kills, `BACKSTACK_SEED` the seed of the random numbers.
@Suite("Killing the server", .endsAtFailure)
struct KillTests {
  private static func number(_ variable: String, or standard: Int) -> Int {
    getenv(variable).flatMap { Int(String(cString: $0)) } ?? standard
  }

  @Test("Acknowledged changes survive SIGKILL, and nothing is processed twice, or out of order")
  func kill() async throws {
    let folder = TemporaryFolder()
    try await kill(storage: "sqlite:\(folder.file("sessions.sqlite"))")
  }

  #if PostgreSQL
    @Test("The same holds with PostgreSQL")
    func killWithPostgres() async throws {
      let database = try await offPool { try PostgresServer(isDurable: true) }
      try await kill(storage: database.url)
    }
  #endif

  private func kill(storage: String) async throws {
    let kills = Self.number("BACKSTACK_KILLS", or: 3)
    let seed = UInt64(Self.number("BACKSTACK_SEED", or: 1))
    var random = SeededGenerator(seed: seed)
    var users: [KillUser] = []
    for round in 0..<kills {
      let server = try ServerProcess(
        ["--port", "0", "--storage", storage])
      let client = CurlClient(port: try await server.port())
      for user in users { try await user.recover(client, round) }
      while users.count < 8 {
        // Each session has a user with requests, and one with a socket.
        let partner = users.count.isMultiple(of: 2) ? nil : users.last
        users.append(
          try await KillUser(
            client, number: users.count, sharing: partner,
            by: partner == nil ? .requests : .socket))
      }
      let limit = 5 + Int(random.next() % 150)
      let trigger = Trigger(after: limit) { server.signal(SIGKILL) }
      await withTaskGroup { group in
        for user in users {
          group.addTask {
            // Each user has a separate connection until the server is killed.
            await user.work(CurlClient(client.origin), acknowledged: trigger.pull)
          }
        }
      }
      #expect(try await server.end().code == -SIGKILL)
    }
    let server = try ServerProcess(
      ["--port", "0", "--storage", storage])
    let client = CurlClient(port: try await server.port())
    for user in users { try await user.recover(client, kills) }
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
  }
}
