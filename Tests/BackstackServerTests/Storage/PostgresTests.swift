#if PostgreSQL
  import BackstackTestSupport
  import Glibc
  import Testing

  @Suite("Servers that share a PostgreSQL database", .endsAtFailure)
  struct PostgresTests {
    private let database: PostgresServer

    init() async throws {
      database = try await offPool { try PostgresServer(isDurable: true) }
    }

    private let folder = TemporaryFolder()
    private var storage: [String] { ["--storage", database.url] }
    /// The options of a server. Its record of crashes would be in the working folder otherwise.
    private var serving: [String] {
      ["--port", "0", "--crash-file", folder.file("crashes")] + storage
    }

    private func start() async throws -> (server: ServerProcess, client: CurlClient) {
      let server = try ServerProcess(serving)
      return (server, CurlClient(port: try await server.port()))
    }

    @Test("A session continues at another server when its own was killed, and is not lost")
    func takeover() async throws {
      let (first, firstClient) = try await start()
      let (second, secondClient) = try await start()
      let session = try await SessionClient(
        firstClient, creating: #"{"feature":"counters","link":"/counters/2"}"#)
      try await session.send("incrementButtonTapped", to: 0)
      let last = try await session.post(
        #"{"path":{"element":{"id":0,"action":{"counter":"nextButtonTapped"}}}}"#,
        fields: ["Idempotency-Key": "next"])
      #expect(try last.json["version"]?.integer == 2)
      first.signal(SIGKILL)
      _ = try await first.end()
      let there = SessionClient(secondClient, id: session.id)
      #expect(try await there.read(atVersion: 2).counters == [[0, 3], [1, 3]])
      // The request that got its response is not processed again.
      let again = try await there.post(
        #"{"path":{"element":{"id":0,"action":{"counter":"nextButtonTapped"}}}}"#,
        fields: ["Idempotency-Key": "next"])
      #expect(again.status == 200)
      #expect(try again.json["version"]?.integer == 2)
      try await there.send("incrementButtonTapped", to: 1)
      #expect(try await there.read(atVersion: 3).counters == [[0, 3], [1, 4]])
      second.signal(SIGTERM)
      #expect(try await second.end().code == 0)
    }

    @Test("Each server's actions are applied once when clients use both in turns")
    func turns() async throws {
      let servers = [try await start(), try await start()]
      let session = try await SessionClient(
        servers[0].client, creating: #"{"feature":"counters","link":"/counters/-100"}"#)
      let increment = #"{"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}"#
      for number in 1...12 {
        let there = SessionClient(servers[number % 2].client, id: session.id)
        var answer = try await there.post(increment, fields: ["Idempotency-Key": "\(number)"])
        // A server learns by its own refused write that another one has the session.
        while answer.status == 503 {
          answer = try await there.post(increment, fields: ["Idempotency-Key": "\(number)"])
        }
        #expect(answer.status == 200)
        #expect(try answer.json["version"]?.integer == number)
        #expect(try answer.json.counters == [[0, number - 100]])
      }
      for (server, _) in servers {
        server.signal(SIGTERM)
        #expect(try await server.end().code == 0)
      }
    }

    /// Starts a node of a cluster.
    private func startNode() async throws -> (server: ServerProcess, client: CurlClient) {
      let server = try ServerProcess(serving + ["--cluster-listen", "127.0.0.1:0"])
      return (server, CurlClient(port: try await server.port()))
    }

    @Test("Clients use any node of a cluster; what was acknowledged outlives a node that is killed")
    func cluster() async throws {
      var nodes = [try await startNode(), try await startNode(), try await startNode()]
      let session = try await SessionClient(
        nodes[0].client, creating: #"{"feature":"counters","link":"/counters/-100"}"#)
      let increment = #"{"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}"#
      for number in 1...12 {
        // Its owner dies amid the requests.
        if number == 5 {
          let killed = nodes.removeFirst()
          killed.server.signal(SIGKILL)
          _ = try await killed.server.end()
        }
        if number == 9 { nodes.append(try await startNode()) }
        let there = SessionClient(nodes[number % nodes.count].client, id: session.id)
        var answer = try await there.post(increment, fields: ["Idempotency-Key": "\(number)"])
        // A node that has just started, or a busy machine, may need another try.
        while answer.status == 503 {
          answer = try await there.post(increment, fields: ["Idempotency-Key": "\(number)"])
        }
        #expect(answer.status == 200)
        #expect(try answer.json["version"]?.integer == number)
        #expect(try answer.json.counters == [[0, number - 100]])
      }
      for (_, client) in nodes {
        let there = SessionClient(client, id: session.id)
        #expect(try await there.read(atVersion: 12).counters == [[0, -88]])
      }
      // A server that is no node would take the sessions away.
      let other = try await ServerProcess(serving).end()
      #expect(other.code == 1 && other.errors.contains("belongs to a cluster of"))
      for (server, _) in nodes {
        server.signal(SIGTERM)
        #expect(try await server.end().code == 0)
      }
      // All have left.
      let (single, client) = try await start()
      let there = SessionClient(client, id: session.id)
      #expect(try await there.read(atVersion: 12).counters == [[0, -88]])
      single.signal(SIGTERM)
      #expect(try await single.end().code == 0)
    }

    @Test("Operators see the nodes of a cluster, where its sessions are, and move them")
    func clusterCommands() async throws {
      func run(_ words: String...) async throws -> (code: Int32, output: String, errors: String) {
        try await ServerProcess(["cluster"] + words + storage).end()
      }
      #expect(try await run("status").errors.contains("has no tables"))
      func start(_ name: String) async throws -> (server: ServerProcess, client: CurlClient) {
        let server = try ServerProcess(
          serving + ["--cluster-listen", "127.0.0.1:0", "--node-name", name])
        return (server, CurlClient(port: try await server.port()))
      }
      let (east, eastClient) = try await start("east")
      let (west, westClient) = try await start("west")
      // Made at home there, unless it has not joined yet.
      var created = try await eastClient.post("/sessions", #"{"feature":"counters"}"#)
      while created.status == 503 {
        created = try await eastClient.post("/sessions", #"{"feature":"counters"}"#)
      }
      let id = try #require(try created.json["id"]?.string)
      let status = try await run("status")
      let lines = status.output.split(separator: "\n").dropFirst()
      #expect(
        lines.count == 2 && lines.contains { $0.contains("east") && $0.contains(" s ago  1 ") })
      #expect(status.output.hasPrefix("NUMBER  NAME  STATE"))
      let json = try await run("status", "--json")
      #expect(json.output.contains(#""name" : "west""#) && json.output.contains(#""state" : "#))
      #expect(!json.output.contains("secret"))
      let found = try await run("where", id)
      #expect(found.output.contains("owner\tnode ") && found.output.contains("epoch\t1\n"))
      // Until both know each other, a session can't be moved, nor while it is in the storage alone: a node
      // that gets no turn for long loses its lease, and with it the sessions in its memory.
      var move = try await run("move", id, "west")
      while move.code != 0 {
        _ = try await SessionClient(eastClient, id: id).read(atVersion: 0)
        move = try await run("move", id, "west")
      }
      #expect(try await run("where", id).output.contains("(west, ready)\nhome"))
      #expect(try await run("move", id, "west").output.contains("already"))
      #expect(try await SessionClient(eastClient, id: id).read(atVersion: 0).counters == [])
      #expect(try await run("check").code == 0)

      #expect(try await run("drain", "west").code == 0)
      // What is idle moves when it is used.
      while try await run("where", id).output.contains("(west, draining)\nhome") {
        #expect(try await SessionClient(westClient, id: id).read(atVersion: 0).counters == [])
      }
      east.signal(SIGKILL)
      _ = try await east.end()
      let removed = try await run("remove", "east")
      // The other node may have noticed that it does not beat.
      #expect(removed.code == 0 || removed.errors.contains("No living node is called east"))
      #expect(try await run("status").output.contains("dead"))
      for (words, message) in [
        (["drain", "east"], "No living node is called east"),
        (["where", "x"], "There is no session x"),
        (["move", id, "south"], "No living node is called south"),
        (["move", String(repeating: "0", count: 32), "west"], "There is no session 000"),
      ] {
        let refused = try await ServerProcess(["cluster"] + words + storage).end()
        #expect(refused.code == 1 && refused.errors.contains(message), "\(refused.errors)")
      }
      for words in [
        [], ["status", "x"], ["drain"], ["drain", "a", "--json"], ["move", "x"], ["fly"],
      ] {
        let refused = try await ServerProcess(["cluster"] + words + storage).end()
        #expect(refused.code == 2 && refused.errors.contains("cluster needs one of"))
      }
      let file = ["cluster", "status", "--storage", "sqlite:\(folder.file("file"))"]
      #expect(try await ServerProcess(file).end().errors.contains("Only --storage postgres"))
      west.signal(SIGTERM)
      #expect(try await west.end().code == 0)
      #expect(try await run("status").output.contains("left"))
    }

    @Test("Stored versions that contradict each other are found")
    func contradictions() async throws {
      let (server, client) = try await start()
      let session = try await SessionClient(
        client, creating: #"{"feature":"counters","link":"/counters/-100"}"#)
      for _ in 1...4 { try await session.send("incrementButtonTapped", to: 0) }
      server.signal(SIGTERM)
      _ = try await server.end()
      func check() async throws -> (code: Int32, output: String) {
        let end = try await ServerProcess(["cluster", "check"] + storage).end()
        return (end.code, end.output)
      }
      #expect(try await check().code == 0)
      /// Changes the tables as nothing of ours would.
      func change(_ statement: String) async throws {
        let psql = try ChildProcess(
          "/usr/bin/psql", ["-h", database.path, "-U", "backstack", "-c", statement, "postgres"],
          environment: ["PGOPTIONS": "-c search_path=backstack"])
        #expect(try await offPool { psql.wait() } == 0)
      }
      for (damage, undo, what) in [
        (
          "UPDATE entry SET version = 20 WHERE version = 2",
          "UPDATE entry SET version = 2 WHERE version = 20", "version 2 is missing"
        ),
        (
          "UPDATE entry SET epoch = 9 WHERE version = 3",
          "UPDATE entry SET epoch = 1 WHERE version = 3", "the epoch falls at version 4"
        ),
        ("UPDATE position SET version = 9", "UPDATE position SET version = 4", "the state of 9"),
        (
          "UPDATE entry SET epoch = 7 WHERE version = 4",
          "UPDATE entry SET epoch = 1 WHERE version = 4", "of a later epoch"
        ),
        ("UPDATE position SET node = 77", "UPDATE position SET node = 0", "node 77 has never been"),
      ] {
        try await change(damage)
        let found = try await check()
        #expect(found.code == 1 && found.output.contains("\(session.id)\t"), "\(what)")
        #expect(found.output.contains(what), "\(found.output)")
        try await change(undo)
      }
      #expect(try await check().code == 0)
    }

    @Test(
      "Options of a cluster that can't be used are refused",
      arguments: [
        (["--cluster-listen", "127.0.0.1:0", "--storage", "memory"], "needs --storage postgres"),
        (["--cluster-listen", "0.0.0.0:0"], "needs --cluster-advertise"),
        (["--cluster-listen", "[0:0::0]:0"], "needs --cluster-advertise"),
        (["--cluster-listen", "[::ffff:0.0.0.0]:0"], "needs --cluster-advertise"),
        (
          ["--cluster-listen", "127.0.0.1:0", "--cluster-advertise", "[::]:7000"],
          "an address that other nodes reach"
        ),
        (
          ["--cluster-listen", "127.0.0.1:0", "--cluster-advertise", "127.0.0.1:0"],
          "an address that other nodes reach"
        ),
        (["--cluster-listen", "node.example:7000"], "a numeric address with a port"),
        (["--cluster-listen", "unix:/tmp/x"], "a numeric address with a port"),
      ])
    func refusedOptions(options: [String], message: String) async throws {
      let refused = try await ServerProcess(["--port", "0"] + options).end()
      #expect(refused.code != 0 && refused.errors.contains(message), "\(refused.errors)")
    }

    @Test("A session that crashes its server twice is quarantined for every server")
    func quarantine() async throws {
      let options = storage + ["--crash-file", folder.file("crashes-of-one")]
      let (other, otherClient) = try await start()
      var server = try await TrapServer(options)
      let id = try await SessionClient(server.client, creating: #"{"feature":"trap"}"#).id
      for _ in 0..<2 {
        let session = SessionClient(server.client, id: id)
        _ = try? await session.post(
          #"{"path":{"element":{"id":0,"action":{"screen":{"fail":"overflow"}}}}}"#)
        #expect(try await server.end().code < 0)
        server = try await TrapServer(options)
      }
      for client in [server.client, otherClient] {
        let answer = try await SessionClient(client, id: id).post(#""countButtonTapped""#)
        try expectProblem(answer, 503, "quarantined")
      }
      let doctor = try await ServerProcess(["doctor"] + storage).end()
      #expect(doctor.code == 1 && doctor.output.contains("Quarantined sessions: 1. "))
      #expect(try await server.stop() == 0)
      other.signal(SIGTERM)
      #expect(try await other.end().code == 0)
    }

    @Test("A server waits for a database that starts later, and can be stopped while it waits")
    func waiting() async throws {
      try await offPool { try database.control("stop") }
      let options = serving + ["--storage-wait", "3600"]
      let stopped = try ServerProcess(options)
      #expect(try await stopped.errorLine().contains(#""event":"storage-awaited""#))
      stopped.signal(SIGTERM)
      #expect(try await stopped.end().code == 0)
      let server = try ServerProcess(options)
      #expect(try await server.errorLine().contains("Waiting 3600"))
      try await offPool { try database.control("start") }
      _ = try await server.port()
      server.signal(SIGTERM)
      #expect(try await server.end().code == 0)
    }

    @Test("The commands for stored sessions work while a server runs, and create no tables")
    func commands() async throws {
      func run(_ words: [String]) async throws -> (code: Int32, output: String, errors: String) {
        try await ServerProcess(words + storage).end()
      }
      for _ in 1...2 {
        let missing = try await run(["doctor"])
        #expect(missing.code == 1)
        #expect(missing.errors.contains("its schema \"backstack\" has no tables"))
      }
      let (server, client) = try await start()
      let session = try await SessionClient(
        client, creating: #"{"feature":"counters","link":"/counters/2"}"#)
      let list = try await run(["sessions", "list"])
      #expect(list.code == 0 && list.output.hasPrefix("\(session.id)\tcounters\t0\t"))
      let doctor = try await run(["doctor"])
      #expect(doctor.code == 0, "\(doctor.errors)")
      #expect(doctor.output.contains("It has 1 sessions"))
      #expect(doctor.output.contains("All is well."))
      let exported = try await run(["sessions", "export"])
      #expect(exported.output.contains(#"\"count\":2"#))
      let backup = try await run(["backup", "copy"])
      #expect(backup.code == 1 && backup.errors.contains("pg_dump"))
      #expect(try await run(["sessions", "delete", session.id]).code == 0)
      #expect(try await run(["sessions", "list"]).output == "")
      server.signal(SIGTERM)
      #expect(try await server.end().code == 0)
    }

    @Test("A database that can't be reached is a clear error that shows no password")
    func unreachable() async throws {
      let end = try await ServerProcess(
        ["doctor", "--storage", "postgres://me:secret@127.0.0.1:1/none"]
      ).end()
      #expect(end.code == 1)
      #expect(end.errors.contains("The PostgreSQL database can't be used."), "\(end.errors)")
      #expect(!end.errors.contains("secret"))
    }
  }
#endif
