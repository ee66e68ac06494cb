import BackstackTestSupport
import Testing

@Suite("backstack conformance", .endsAtFailure)
struct ConformanceCommandTests {
  /// Judges clients however slow the machine is.
  private static let patient = [
    "conformance", "--listen", "127.0.0.1:0", "--patience", "\(patience)", "--time-limit",
    "\(patience)",
  ]
  private static let beginning = "Backstack judges clients at http://127.0.0.1:"

  @Test("It prints its address and the verdicts, and exits once all are there")
  func once() async throws {
    let process = try ServerProcess(Self.patient + ["--once", "--only", "plain"])
    let port = try await process.port(after: Self.beginning)
    let client = CurlClient(port: port)
    let created = try await client.post("/sessions", #"{"feature":"plain"}"#)
    #expect(created.status == 201)
    let report = try await client.post("/shown/plain", #"[{"version":1}]"#)
    #expect(report.text.contains(#""outcome":"failed""#))
    let end = try await process.end()
    #expect(end.code == 1)
    #expect(
      end.output == """
        failed  plain: It showed version 1, which the session never had.
                The rule: The client shows the snapshot, sends the action that it is asked for, and \
        follows the changes of others.
        0 passed, 1 failed, 0 skipped

        """)
  }

  @Test("Streams get their events and their end, and connections break in the middle of responses")
  func streams() async throws {
    let process = try ServerProcess(Self.patient + ["--only", "end,half-response"])
    let port = try await process.port(after: Self.beginning)
    let client = CurlClient(port: port)
    // Harnesses may be pages of another origin.
    let preflight = try await client.send("OPTIONS", "/sessions")
    #expect(preflight.status == 204 && preflight.fields["access-control-allow-origin"] == "*")
    let created = try await client.post("/sessions", #"{"feature":"end"}"#)
    let path = try #require(created.fields["location"])
    let connection = try RawConnection(port: port)
    try await connection.send("GET \(path)/events HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(
      try await connection.receive(until: "event: snapshot\nid: 0\n").contains("retry: 200\n\n"))
    let shown = #"[{"version":0,"count":0,"list":[],"notes":{}}]"#
    #expect(try await client.post("/shown/end", shown).text.contains("running"))
    _ = try await connection.receive(
      until: "event: end\ndata: {\"reason\":\"deleted\"}\n\n\r\n0\r\n\r\n")

    let other = try await client.post("/sessions", #"{"feature":"half-response"}"#)
    let actions = try #require(other.fields["location"]) + "/actions"
    #expect(try await client.post("/shown/half-response", shown).text.contains("running"))
    await #expect(throws: TestFailure.self) { try await client.post(actions, #""insert""#) }
    process.signal(15)
    #expect(try await process.end().code == 0)
  }

  @Test("After its time it exits, and names the scenarios without a verdict")
  func timeLimit() async throws {
    let process = try ServerProcess(
      [
        "conformance", "--listen", "127.0.0.1:0", "--once", "--only", "gap,plain", "--time-limit",
        "0.01",
      ])
    _ = try await process.port(after: Self.beginning)
    let end = try await process.end()
    #expect(end.code == 1)
    #expect(end.output == "0 passed, 0 failed, 0 skipped, without a verdict: plain gap\n")
  }

  @Test("Without --once, it serves until a signal")
  func signal() async throws {
    let process = try ServerProcess(["conformance", "--listen", "127.0.0.1:0"])
    _ = try await process.port(after: Self.beginning)
    process.signal(15)
    let end = try await process.end()
    #expect(end.code == 0)
    #expect(end.output.hasPrefix("0 passed, 0 failed, 0 skipped, without a verdict: plain "))
  }

  @Test(
    "Arguments that make no sense are explained",
    arguments: [
      (["--only", "nothing"], "There is no scenario"),
      (["--listen", "here"], "must be an address"),
      (["--time-limit", "0"], "must be a number of seconds"),
      (["--patience", "no"], "must be a number of seconds"), (["now"], "takes no"),
      (["--twice"], "has no option"), (["--only"], "needs a value"),
    ])
  func arguments(_ arguments: [String], _ text: String) async throws {
    let end = try await ServerProcess(["conformance"] + arguments).end()
    #expect(end.code == 2 && end.errors.contains(text), "\(end)")
  }
}
