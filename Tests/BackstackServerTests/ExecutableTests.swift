import BackstackTestSupport
import Glibc
import Testing

@Suite("The executable", .endsAtFailure)
struct ExecutableTests {
  @Test(
    "The executable serves on the port that it prints, and ends on SIGTERM or SIGINT",
    arguments: [SIGTERM, SIGINT])
  func signal(_ number: Int32) async throws {
    let process = try ServerProcess(environment: ["PORT": "0"])
    let client = CurlClient(port: try await process.port())
    let session = try await SessionClient(
      client, creating: #"{"feature":"counters","link":"/counters/4"}"#)
    #expect(try await session.send("incrementButtonTapped", to: 0)["version"] == 2)
    process.signal(number)
    let end = try await process.end()
    #expect(end.code == 0)
    // The log has only the line with the address, and those of the end.
    let address = #"http://127.0.0.1:[0-9]+"#
    let lines = [
      #""started","addresses":\["\#(address)"\]"#, #""stopping""#,
      #""stopped","message":"All requests got their responses\.""#,
    ].map { event in
      #"\{"time":"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z","level":"info","#
        + #""event":\#(event)\}\n"#
    }
    let log = try Regex(lines.joined())
    #expect(end.errors.wholeMatch(of: log) != nil, "\(end.errors)")
  }

  @Test("Each line of the access log has the name of the request's API key")
  func principals() async throws {
    let server = try ServerProcess(
      ["--port", "0", "--access-log", "stderr"],
      environment: ["API_KEYS": "alice=alice-0123456789abcdef"])
    let client = CurlClient(port: try await server.port())
    let key = ["Authorization": "Bearer alice-0123456789abcdef"]
    #expect(try await client.get("/sessions/none", fields: key).status == 404)
    #expect(try await client.get("/sessions/none").status == 401)
    server.signal(SIGTERM)
    let lines = try await server.end().errors.split(separator: "\n")
      .filter { $0.contains(#""target":"#) }
    #expect(lines.map { $0.contains(#""principal":"alice""#) } == [true, false])
    #expect(lines.map { $0.contains(#""status":404"#) } == [true, false])
  }

  @Test("Help exits with success", arguments: ["--help", "-h", "help"])
  func help(_ word: String) async throws {
    let end = try await ServerProcess([word]).end()
    #expect(end.code == 0)
    #expect(end.output.hasPrefix("usage: backstack "))
    #expect(end.errors == "")
  }

  @Test(
    "The help of a command that reads its own options has only these",
    arguments: [
      ("play", "URL [--feature NAME]"), ("conformance", "[--listen ADDRESS]"),
      ("client", "--language typescript|swift|openapi"),
    ])
  func help(of command: String, _ usage: String) async throws {
    let end = try await ServerProcess([command, "--help"]).end()
    #expect(end.code == 0 && end.errors == "")
    #expect(end.output.hasPrefix("usage: backstack \(command) \(usage)"))
    #expect(!end.output.contains("--storage"))
  }

  @Test("The documentation lists exactly the options of the help")
  func documentation() async throws {
    let page = try PackageFile.text("docs/operations.md")
    // The first column of the table.
    let documented = page.split(separator: "\n").filter { $0.hasPrefix("| `--") }
      .compactMap { $0.split(separator: "|").first }
      .flatMap { $0.matches(of: /--[a-z0-9-]+/).map { String($0.output) } }
    let options = try await ServerProcess(["--help"]).end().output.split(separator: "\n")
      .filter { $0.hasPrefix("  --") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(options.count >= 20)
    #expect(documented.sorted() == options.sorted())
  }

  @Test(
    "An invalid command line gets an explanation",
    arguments: [
      (["--colour"], #"There is no option "--colour"."#),
      (["fly"], #"There is no command "fly"."#),
      (["help", "fly"], #"There is no command "fly"."#),
      (["fly", "--help"], #"There is no command "fly"."#),
      (["conformance", "--only", ","], #"There is no scenario ""."#),
      (
        ["--host", "shop.example"],
        #"--host must be a numeric IPv4 or IPv6 address such as 127.0.0.1, not "shop.example"."#
      ),
      (
        ["--admin-listen", "shop.example:80"],
        "--admin-listen must be an address such as 127.0.0.1:8080, [::1]:8080 or "
          + #"unix:/run/backstack.sock, not "shop.example:80"."#
      ),
      (
        [
          "--storage", "memory", "--stage", "kill", "--port", "1", "--share-sessions", "on",
        ], "--share-sessions needs --api-keys."
      ),
      (["--port"], "--port needs a value."),
      (["--port", "65536"], #"--port must be a number from 0 to 65535, not "65536"."#),
      (["--port", "-1"], #"--port must be a number from 0 to 65535, not "-1"."#),
      (
        ["--listen", "8080"],
        "--listen must be an address such as 127.0.0.1:8080, [::1]:8080 or "
          + #"unix:/run/backstack.sock, not "8080"."#
      ),
      (
        ["--socket-mode", "+6"],
        #"--socket-mode must be three octal digits such as 660, not "+6"."#
      ),
      (["--access-log-format", "xml"], #"--access-log-format must be json or text, not "xml"."#),
      (["--reuse-port", "yes"], #"--reuse-port must be on or off, not "yes"."#),
      (
        ["--cors-origins", "*"],
        "--cors-origins must be origins in lower case and without a path, such as "
          + #"https://app.example:8443, not "*"."#
      ),
      (
        ["--api-keys", "a=too-short"],
        "--api-keys must be NAME=KEY with a KEY of at least 16 letters, digits and -._~+/=."
      ),
      (
        ["--api-keys", "a=0123456789abcdef,b=0123456789abcdef"],
        "--api-keys has the same KEY for two NAMEs."
      ),
      (
        ["--api-keys", "a=0123456789abcdef", "--key-rights", "a=read:polls,a=on:counters"],
        "--key-rights must be the rights of each NAME once, not "
          + #""a=read:polls,a=on:counters"."#
      ),
      (
        ["--base-path", "/shop/"],
        "--base-path must be a path such as /shop, of letters, digits and -._~, without a slash at its "
          + #"end, that begins with none of the server's own, not "/shop/"."#
      ),
      (
        ["--allowed-hosts", "https://app.example"],
        "--allowed-hosts must be hosts in lower case, such as app.example, localhost:8080 or [::1], "
          + #"not "https://app.example"."#
      ),
      (
        ["--trusted-proxies", "10.0.0.0/33"],
        "--trusted-proxies must be addresses, networks such as 10.0.0.0/8 or fd00::/8, or unix, "
          + #"not "10.0.0.0/33"."#
      ),
      (
        ["--rate-limit", "0"],
        #"--rate-limit must be a number above 0 and at most 1000000, not "0"."#
      ),
      (["--poller", "kqueue"], #"--poller must be epoll or dispatch, not "kqueue"."#),
      (["--loops", "0"], #"--loops must be a number from 1 to 1024, not "0"."#),
      (
        ["--max-per-address", "none"],
        #"--max-per-address must be a number from 1 to 10000000, not "none"."#
      ),
      (
        ["--grace-period", "-1"],
        #"--grace-period must be a number of seconds, 0 or more and at most a week, not "-1"."#
      ),
      (
        ["--grace-period", "0x10"],
        #"--grace-period must be a number of seconds, 0 or more and at most a week, not "0x10"."#
      ),
      (
        ["--rate-limit", "1e3"],
        #"--rate-limit must be a number above 0 and at most 1000000, not "1e3"."#
      ),
      (
        ["--server-name", "a\tb: c"],
        "--server-name must be at most 256 characters of ASCII, without a space at an end, not "
          + "\"a\tb: c\"."
      ),
      (["sessions", "list", "--port", "5"], #"sessions has no option "--port"."#),
      (["--web", "off", "--stage", "on"], "--stage needs the built-in pages, without --web."),
      (
        ["play", "http://127.0.0.1:1", "--key", "0123456789abcdef\r\nX: y"],
        "--key must be characters of ASCII without spaces."
      ),
      (
        ["play", "http://127.0.0.1:1", "--key", "a b"],
        "--key must be characters of ASCII without spaces."
      ),
      (
        ["--idle-timeout", "nan"],
        #"--idle-timeout must be a number of seconds, above 0 and at most a week, not "nan"."#
      ),
    ])
  func wrongCommandLine(_ arguments: [String], _ message: String) async throws {
    let end = try await ServerProcess(arguments).end()
    #expect(end.code == 2)
    #expect(end.output == "")
    #expect(
      end.errors == "backstack: \(message)\nbackstack --help lists commands and options.\n")
  }

  @Test("Without a terminal nothing is played, and no session is created")
  func playWithoutTerminal() async throws {
    let end = try await ServerProcess(["play", "http://127.0.0.1:1"]).end()
    #expect(end.code == 1)
    #expect(end.errors == "backstack: play needs a terminal.\n")
  }

  @Test("The help is about one command if that is named")
  func helpOfCommand() async throws {
    let end = try await ServerProcess(["help", "play"]).end()
    #expect(end.code == 0)
    #expect(end.output.hasPrefix("usage: backstack play URL"))
  }

  @Test("An option with its value behind an equals sign gets a hint")
  func optionWithEquals() async throws {
    let end = try await ServerProcess(["serve", "--drain-delay=3"]).end()
    #expect(end.code == 2)
    #expect(end.errors.contains("A space separates --drain-delay from its value."))
    let unknown = try await ServerProcess(["serve", "--drain=3"]).end()
    #expect(unknown.code == 2 && !unknown.errors.contains("A space"))
  }

  @Test("The health check distinguishes a live server from none")
  func healthCheck() async throws {
    let server = try TestServer()
    let live = try await ServerProcess(["healthcheck", "--port", "\(server.port)"]).end()
    #expect(live.code == 0)
    #expect(try await server.shutDown())
    // Another test may have the port of the server by now; nobody has the first one.
    let none = try await ServerProcess(["healthcheck", "--port", "1"]).end()
    #expect(none.code == 1)
    #expect(none.errors.hasPrefix("backstack: No server at 127.0.0.1:1 answers with 200"))
  }

  @Test("The health check finds a server on a Unix socket")
  func healthCheckOnSocket() async throws {
    let folder = TemporaryFolder()
    let address = "unix:\(folder.file("socket"))"
    let server = try ServerProcess(["--listen", address])
    #expect(try await server.line() == "Backstack serves \(address)")
    #expect(try await ServerProcess(["healthcheck", "--listen", address]).end().code == 0)
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
    #expect(try await ServerProcess(["healthcheck", "--listen", address]).end().code == 1)
  }

  @Test("Options also come from the environment, and the command line overrides them")
  func environment() async throws {
    let server = try ServerProcess(
      ["--server-name", "flag"],
      environment: ["PORT": "0", "SERVER_NAME": "variable", "ECHO_REQUEST_ID": "on"])
    let answer = try await CurlClient(port: try await server.port()).get("/livez")
    #expect(answer.fields["server"] == "flag")
    #expect(answer.fields["x-request-id"]?.utf8.count == 32)
    let wrong = try await ServerProcess(environment: ["MAX_BODY": "much"]).end()
    #expect(wrong.code == 2)
    #expect(
      wrong.errors.hasPrefix(
        #"backstack: MAX_BODY must be a number from 0 to 1073741824, not "much"."#))
  }

  @Test("The server answers the same, however it waits for sockets")
  func poller() async throws {
    var answers: [[String]] = []
    for poller in ["epoll", "dispatch"] {
      let server = try ServerProcess(
        ["--port", "0", "--storage", "memory", "--poller", poller, "--loops", "2"])
      let client = CurlClient(port: try await server.port())
      var texts = [try await client.get("/features").text]
      let session = try await SessionClient(
        client, creating: #"{"feature":"counters","link":"/counters/4"}"#)
      for _ in 0..<20 {
        let state = try await session.send("decrementButtonTapped", to: 0)
        texts.append(String(describing: state["version"]))
      }
      texts.append("\(try await client.get("/none").status)")
      server.signal(SIGTERM)
      let end = try await server.end()
      #expect(end.code == 0)
      answers.append(texts)
    }
    #expect(answers[0].count == 22 && answers[0] == answers[1])
  }

  @Test("An option limits the connections of one address")
  func addressLimit() async throws {
    let server = try ServerProcess(
      ["--port", "0", "--max-per-address", "1", "--response-timeout", "off"])
    let port = try await server.port()
    let first = try RawConnection(port: port)
    try await first.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try await first.receive().status == 200)
    #expect(try await RawConnection(port: port).receive().status == 503)
  }

  @Test(
    "With API keys a session belongs to its creator, unless sessions are shared",
    arguments: [false, true])
  func sharing(isShared: Bool) async throws {
    let keys = "alice=alice-0123456789abcdef,bob=bob-0123456789abcdef"
    let server = try ServerProcess(
      ["--port", "0", "--storage", "memory"] + (isShared ? ["--share-sessions", "on"] : []),
      environment: ["API_KEYS": keys])
    let client = CurlClient(port: try await server.port())
    func fields(_ name: String) -> [String: String] {
      ["Authorization": "Bearer \(name)-0123456789abcdef"]
    }
    let created = try await client.post(
      "/sessions", #"{"feature":"counters"}"#, fields: fields("alice"))
    let session = try #require(created.fields["location"])
    #expect(try await client.get(session, fields: fields("alice")).status == 200)
    #expect(try await client.get(session, fields: fields("bob")).status == (isShared ? 200 : 404))
  }

  @Test("The executable prints the contract that it serves")
  func contract() async throws {
    let end = try await ServerProcess(["openapi"]).end()
    #expect(end.code == 0)
    let served = try await TestServer.demo.get().makeClient().get("/openapi.yaml")
    #expect(end.output == served.text)
  }
}
