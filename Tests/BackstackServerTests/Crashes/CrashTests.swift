import BackstackTestSupport
import Glibc
import Testing

#if SQLite
  @Suite("Servers that crash while they work on a session", .endsAtFailure)
  struct CrashTests {
    /// A crash, and the fields of its log line.
    struct Crash: Sendable, CustomTestStringConvertible {
      /// The actions that are sent. The last one crashes the process.
      let actions: [String]
      let signals: [Int32]
      let during: JSON
      var action: JSON?
      var version: JSON?
      /// Whether the screen is read afterwards, which crashes the process.
      var readsScreen = false

      var testDescription: String { actions.joined(separator: " ") }
    }

    /// Swift traps raise SIGILL on x86, and SIGTRAP on ARM.
    private static let traps = [SIGILL, SIGTRAP]

    private static func screen(_ failure: String) -> String {
      #"{"path":{"element":{"id":0,"action":{"screen":{"fail":"\#(failure)"}}}}}"#
    }

    static let crashes =
      [
        Crash(
          actions: [screen("overflow")], signals: traps, during: "action",
          action: "path.element.screen.fail", version: 0),
        Crash(
          actions: [#""countButtonTapped""#, screen("wrongPointer")], signals: [SIGSEGV],
          during: "action", action: "path.element.screen.fail", version: 1),
        Crash(
          actions: [screen("abort")], signals: [SIGABRT], during: "action",
          action: "path.element.screen.fail", version: 0),
        Crash(
          actions: [#"["countButtonTapped","# + screen("overflow") + "]"], signals: traps,
          during: "action", action: "path.element.screen.fail", version: 0),
        Crash(
          actions: [#"{"startEffect":"wrongPointer"}"#], signals: [SIGSEGV], during: "effect"),
        Crash(
          actions: [#"{"startEffectThatSends":"overflow"}"#], signals: traps, during: "action",
          action: "effectFailed", version: 1),
        Crash(
          actions: [#"{"explode":{"secret":"hidden"}}"#], signals: traps, during: "decoding",
          action: "explode"),
        Crash(
          actions: [#"{"arm":"encoding"}"#], signals: traps, during: "encoding", version: 1),
        Crash(
          actions: [#"{"arm":"drawing"}"#], signals: traps, during: "encoding", version: 1,
          readsScreen: true),
        Crash(
          actions: [screen("loop")], signals: [SIGTRAP], during: "action",
          action: "path.element.screen.fail", version: 0),
        // On a thread of the system's libraries.
        Crash(
          actions: [#"{"startEffectThatSends":"loop"}"#], signals: [SIGTRAP], during: "action",
          action: "effectFailed", version: 1),
        Crash(
          actions: [#"{"arm":"drawingForever"}"#], signals: [SIGTRAP], during: "encoding",
          version: 1, readsScreen: true),
      ] + recursion

    #if BACKSTACK_TSAN
      // The sanitizer follows no more than 65,536 nested calls, and then damages its own memory.
      private static let recursion: [Crash] = []
    #else
      private static let recursion = [
        Crash(
          actions: [screen("recursion")], signals: [SIGSEGV], during: "action",
          action: "path.element.screen.fail", version: 0)
      ]
    #endif

    private let folder = TemporaryFolder()

    private var path: String { folder.file("sessions.sqlite") }

    @Test(
      "A crash writes what the server worked on to standard error, and the signal ends it",
      arguments: crashes)
    func line(_ crash: Crash) async throws {
      let limit = crash.signals == [SIGTRAP] ? ["--work-limit", "0.2"] : []
      let server = try await TrapServer(["--storage", "sqlite:\(path)"] + limit)
      let session = try await SessionClient(server.client, creating: #"{"feature":"trap"}"#)
      for action in crash.actions { _ = try? await session.post(action) }
      if crash.readsScreen { _ = try? await session.client.get(session.path + "/screen") }
      let end = try await server.end()
      #expect(crash.signals.contains(-end.code), "\(end)")
      let line = try crashLine(end.errors)
      #expect(line["level"] == "fatal")
      #expect(line["session"] == .string(String(session.id.prefix(8))))
      #expect(line["feature"] == "trap")
      #expect(line["during"] == crash.during)
      #expect(line["action"] == crash.action)
      #expect(line["version"] == crash.version)
      let isEndless = crash.signals == [SIGTRAP]
      #expect(end.errors.contains(#""event":"work-limit-exceeded""#) == isEndless)
      // The id grants access to the session, and clients' data does not belong in logs.
      #expect(!end.errors.contains(session.id))
      #expect(!end.errors.contains("hidden"))
    }

    // Swift's own crash handler does not end a process that was sent a signal.
    @Test(
      "A signal from another process is attributed to no session, and ends the server",
      arguments: ["enable=no", "enable=yes,interactive=no,color=no"])
    func foreign(backtrace: String) async throws {
      let process = try ServerProcess(
        ["--port", "0"], environment: ["SWIFT_BACKTRACE": backtrace])
      _ = try await process.port()
      // Not SIGABRT, which all threads of a server block.
      process.signal(SIGSEGV)
      let end = try await process.end()
      #expect(end.code == -SIGSEGV)
      guard case .object(var line) = try crashLine(end.errors) else {
        throw TestFailure("The line is not an object.")
      }
      let time = line.removeValue(forKey: "time")?.string ?? ""
      #expect(
        time.wholeMatch(of: /20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\dZ/) != nil, "\(time)")
      #expect(JSON.object(line) == ["level": "fatal", "event": "crash", "signal": "SIGSEGV"])
    }

    @Test("A session that crashes the server twice is quarantined; others only notice restarts")
    func quarantine() async throws {
      var server = try await TrapServer(path)
      let id = try await SessionClient(server.client, creating: #"{"feature":"trap"}"#).id
      _ = try await SessionClient(server.client, id: id).send(#""countButtonTapped""#)
      var users: [KillUser] = []
      for number in 0..<4 { users.append(try await KillUser(server.client, number: number)) }
      for round in 0..<2 {
        try await crash(server, id, among: users)
        // Stands for the supervisor that restarts the server.
        server = try await TrapServer(path)
        for user in users { try await user.recover(server.client, round) }
      }
      let session = SessionClient(server.client, id: id)
      for target in ["", "/path", "/history", "/events", "?wait=60"] {
        let answer = try await session.client.get(
          session.path + target, fields: ["If-None-Match": #""1""#])
        try expectProblem(answer, 503, "quarantined")
      }
      try expectProblem(try await session.post(#""countButtonTapped""#), 503, "quarantined")
      #expect(try await list().contains { $0.hasPrefix(id) && $0.hasSuffix("\tquarantined") })
      let report = try await ServerProcess(["doctor", "--storage", "sqlite:\(path)"]).end()
      #expect(report.code == 1 && report.output.contains("Quarantined sessions: 1. "))
      #expect(try await run("release", id).code == 0)
      #expect(try await list().contains { $0.hasPrefix(id) && !$0.hasSuffix("\tquarantined") })
      let snapshot = try await session.send(#""countButtonTapped""#)
      #expect(snapshot["version"] == 2)
      #expect(snapshot["state"]?["count"] == 2)
      // Its crashes are forgotten: the next one counts as the first.
      try await crash(server, id, among: users)
      server = try await TrapServer(path)
      let again = try await SessionClient(server.client, id: id).read()
      #expect(again["version"] == 2)
      #expect(try await server.stop() == 0)
    }

    @Test("A session that crashes the server when it is activated is quarantined")
    func activations() async throws {
      var server = try await TrapServer(path)
      let session = try await SessionClient(server.client, creating: #"{"feature":"trap"}"#)
      _ = try await session.send(#"{"arm":"decoding"}"#)
      #expect(try await server.stop() == 0)
      for _ in 0..<2 {
        server = try await TrapServer(path)
        _ = try? await server.client.get(session.path)
        let end = try await server.end()
        #expect(Self.traps.contains(-end.code))
        let line = try crashLine(end.errors)
        #expect(line["during"] == "resuming")
        #expect(line["version"] == 1)
      }
      server = try await TrapServer(path)
      try expectProblem(try await server.client.get(session.path), 503, "quarantined")
      #expect(try await server.stop() == 0)
    }

    /// Makes a session crash a server that others use meanwhile.
    private func crash(_ server: TrapServer, _ id: String, among users: [KillUser]) async throws {
      let client = server.client
      let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
      let trigger = Trigger(after: 20) { isReady.finish() }
      await withTaskGroup { group in
        for user in users {
          group.addTask {
            await user.work(CurlClient(client.origin), acknowledged: trigger.pull)
          }
        }
        for await _ in ready {}
        _ = try? await SessionClient(client, id: id).post(Self.screen("overflow"))
      }
      #expect(Self.traps.contains(-(try await server.end().code)))
    }

    private func list() async throws -> [Substring] {
      try await run("list").output.split(separator: "\n")
    }

    private func run(
      _ words: String...
    ) async throws -> (code: Int32, output: String, errors: String) {
      try await ServerProcess(["sessions"] + words + ["--storage", "sqlite:\(path)"]).end()
    }

    /// Returns the only line about a crash.
    private func crashLine(_ errors: String) throws -> JSON {
      let lines = errors.split(separator: "\n").filter { $0.contains(#""event":"crash""#) }
      #expect(lines.count == 1, "\(errors)")
      return try JSON(Array((lines.first ?? "{}").utf8))
    }
  }
#endif
