import BackstackTestSupport
import Glibc
import Testing

/// Kills the server again and again amid its work: what it has acknowledged is there afterwards.
///
/// `BACKSTACK_KILLS` is how often; `BACKSTACK_SEED` is where the random numbers begin.
@Suite("Killing the server", .timeLimit(.minutes(20)))
struct KillTests {
  private static func number(_ variable: String, or standard: Int) -> Int {
    getenv(variable).flatMap { Int(String(cString: $0)) } ?? standard
  }

  @Test("What was acknowledged is there after SIGKILL, and nothing is done twice")
  func kill() async throws {
    let kills = Self.number("BACKSTACK_KILLS", or: 3)
    let seed = UInt64(Self.number("BACKSTACK_SEED", or: 1))
    var random = SplitMix(state: seed)
    let folder = TemporaryFolder()
    var users: [KillUser] = []
    for round in 0..<kills {
      let server = try ServerProcess(
        ["--port", "0", "--storage", "sqlite:\(folder.file("sessions.sqlite"))"])
      let client = CurlClient(port: try await server.port())
      for user in users { try await user.recover(client, round) }
      while users.count < 8 { users.append(try await KillUser(client, number: users.count)) }
      let limit = 5 + Int(random.next() % 150)
      let trigger = Trigger(after: limit) { server.signal(SIGKILL) }
      await withTaskGroup { group in
        for user in users {
          group.addTask {
            // Each has a connection of its own until the server is gone.
            await user.work(CurlClient(client.origin), acknowledged: trigger.pull)
          }
        }
      }
      #expect(try await server.end().code == -SIGKILL)
    }
    let server = try ServerProcess(
      ["--port", "0", "--storage", "sqlite:\(folder.file("sessions.sqlite"))"])
    let client = CurlClient(port: try await server.port())
    for user in users { try await user.recover(client, kills) }
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
  }
}

/// Random numbers that a seed determines.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
