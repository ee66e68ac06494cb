import Backstack
import BackstackHTTP
import BackstackServiceTesting
import BackstackStorage
import BackstackTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import BackstackHost

@Suite("A host of one's own")
struct HostTests {
  @Reducer
  struct Shelf {
    struct State: Codable, Sendable { var id = "" }
    enum Action: Codable, Sendable { case label }
    @Dependency(\.uuid) var uuid
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.id = uuid().uuidString
        return .none
      }
    }
  }

  private let shelf = Feature("shelf", initialState: Shelf.State()) { Shelf() }

  /// Configures a host as `serve` does.
  private func configured(
    _ arguments: [String] = [], environment: [String: String] = [:], features: [Feature] = [],
    _ configure: (inout HostConfiguration) throws -> Void
  ) throws -> HostConfiguration {
    let options = try CommandOptions(arguments: arguments, environment: environment)
    let host = try HostCommand.host("shop", features, options, configure: configure)
    try options.given.check(host.options.map(\.flag))
    return host
  }

  @Test("An option of its own has a parsed value, of the command line or else of the environment")
  func option() throws {
    func count(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Int? {
      var result: Int?
      _ = try configured(arguments, environment: environment) { host in
        result = try host.option(
          "--shelf-count", "COUNT", help: "the shelves", expecting: "a number"
        ) { Int($0) }
      }
      return result
    }
    #expect(try count([]) == nil)
    #expect(try count([], ["SHELF_COUNT": "2"]) == 2)
    #expect(try count(["--shelf-count", "3", "--shelf-count", "4"], ["SHELF_COUNT": "2"]) == 4)
    #expect(throws: CommandError("--shelf-count must be a number, not \"many\".")) {
      try count(["--shelf-count", "many"])
    }
    #expect(throws: CommandError("SHELF_COUNT must be a number, not \"\".")) {
      try count([], ["SHELF_COUNT": ""])
    }
    #expect(throws: CommandError("--shelf-count needs a value.")) { try count(["--shelf-count"]) }
    #expect(throws: CommandError("There is no option \"--shelves\".")) {
      try count(["--shelves", "1"])
    }
  }

  @Test("The former names of options still work, and the help does not mention them")
  func formerNames() throws {
    func options(
      _ arguments: [String] = [], _ environment: [String: String] = [:]
    ) throws -> CommandOptions {
      let options = try CommandOptions(arguments: arguments, environment: environment)
      try options.given.check([])
      return options
    }
    for flag in ["--passivate-after", "--put-aside-after"] {
      #expect(try options([flag, "7"]).service.passivateAfter == 7)
    }
    for flag in ["--response-timeout", "--answer-timeout"] {
      #expect(try options([flag, "7"]).http.timeouts.response == .seconds(7))
    }
    for variable in ["PASSIVATE_AFTER", "PUT_ASIDE_AFTER"] {
      #expect(try options([], [variable: "7"]).service.passivateAfter == 7)
    }
    for variable in ["RESPONSE_TIMEOUT", "ANSWER_TIMEOUT"] {
      #expect(try options([], [variable: "7"]).http.timeouts.response == .seconds(7))
    }
    // The last flag wins, then the present variable.
    let both = ["--passivate-after", "7", "--put-aside-after", "8"]
    #expect(try options(both, ["PASSIVATE_AFTER": "9"]).service.passivateAfter == 8)
    let variables = ["PASSIVATE_AFTER": "9", "PUT_ASIDE_AFTER": "8"]
    #expect(try options([], variables).service.passivateAfter == 9)
    #expect(throws: CommandError("--answer-timeout needs a value.")) {
      try options(["--answer-timeout"])
    }
    let host = try configured { _ in }
    let help = HostCommand.help(of: host)
    #expect(help.contains("--passivate-after") && !help.contains("--put-aside-after"))
    #expect(help.contains("--response-timeout") && !help.contains("--answer-timeout"))
    #expect(throws: HostMistake("There is an option --answer-timeout already.")) {
      try configured { _ = try $0.option("--answer-timeout", "TIME", help: "") }
    }
  }

  @Test("An option of its own may have another variable, which the help names")
  func variable() throws {
    let host = try configured(environment: ["PATH": "/bin", "SHOP_PATH": "/shop"]) { host in
      let path = try host.option(
        "--path", "PATH", help: "the catalog", variable: "SHOP_PATH")
      #expect(path == "/shop")
    }
    #expect(
      HostCommand.help(of: host).contains(
        "  --path PATH                      the catalog\n"
          + String(repeating: " ", count: 35) + "(variable SHOP_PATH)\n"))
  }

  @Test("The host sees what the command line configures, and what it changes is served")
  func configuration() async throws {
    let host = try configured(["--idle-timeout", "7"], features: [shelf]) { host in
      #expect(host.name == "shop")
      #expect(host.service.idleTimeout == 7)
      host.service.maximumSessions = 1
      host.features.append(Feature("second", initialState: Shelf.State()) { Shelf() })
      host.overrideDependencies { $0.uuid = .incrementing }
    }
    let service = HostedService(
      BackstackServer(features: host.features, configuration: host.service))
    let session = try await service.session(of: Shelf.self, "second")
    let snapshot = try await session.send(.label)
    #expect(snapshot.state.id == "00000000-0000-0000-0000-000000000000")
    let refused = try await service.send(.post, "/sessions", json: #"{"feature":"shelf"}"#)
    #expect(refused.status == 503)
  }

  @Test("What exists already can't be added")
  func mistakes() throws {
    func mistake(
      _ arguments: [String] = [], features: [Feature] = [],
      _ configure: @escaping (inout HostConfiguration) throws -> Void
    ) -> String? {
      do {
        _ = try configured(arguments, features: features, configure)
        return nil
      } catch {
        return (error as? HostMistake)?.description
      }
    }
    #expect(
      mistake { _ = try $0.option("--port", "PORT", help: "") }
        == "There is an option --port already.")
    #expect(
      mistake { _ = try $0.option("--help", "TOPIC", help: "") }
        == "There is an option --help already.")
    #expect(
      mistake { host in
        for _ in 1...2 { _ = try host.option("--shelf", "NAME", help: "") }
      } == "There is an option --shelf already.")
    #expect(
      mistake { _ = try $0.option("--door", "PORT", help: "", variable: "PORT") }
        == "--port has the variable PORT already.")
    #expect(
      mistake { _ = try $0.option("shelf", "NAME", help: "") }
        == "\"shelf\" can't be an option, which has the form --two-words.")
    #expect(
      mistake { try $0.addStorage("sqlite", "FILE") { _ in MemoryStorage() } }
        == "There is a storage sqlite already.")
    #expect(
      mistake { try $0.addStorage("a:b", "FILE") { _ in MemoryStorage() } }
        == "\"a:b\" can't be the scheme of a storage.")
    #expect(
      mistake { try $0.addCommand("doctor", help: "") { _ in 0 } }
        == "There is a command doctor already.")
    #expect(
      mistake { try $0.addCommand("--sell", help: "") { _ in 0 } }
        == "\"--sell\" can't be a command.")
    #expect(
      mistake(["--help"]) { _ = try $0.option("--port", "PORT", help: "") }
        == "There is an option --port already.")
    #expect(
      mistake(features: [shelf, shelf]) { _ in } == "Two features have the name \"shelf\".")
    #expect(
      mistake { $0.service.storage = MemoryStorage() }?.contains("addStorage") == true)
  }

  @Test("A storage of its own is chosen by its scheme")
  func storage() async throws {
    func open(_ text: String) async throws -> (any SessionStorage)? {
      let arguments = ["--storage", text, "--durability", "relaxed", "--storage-wait", "2"]
      let options = try CommandOptions(arguments: arguments, environment: [:])
      let host = try HostCommand.host("shop", [], options) { host in
        try host.addStorage("heap", "NAME") { request in
          #expect(request.isRelaxed && request.wait == 2)
          #expect(!request.isForServer && !request.creates)
          if request.address != "a:b" { throw CommandError("It is broken.") }
          return MemoryStorage()
        }
      }
      let chosen = try host.storage(options.storage)
      // It blocks its thread.
      return try await offPool { try chosen.open(creates: false) }
    }
    #expect(try await open("heap:a:b") is MemoryStorage)
    #expect(try await open("memory") == nil)
    let broken = await #expect(throws: StorageFailure.self) { try await open("heap:c") }
    #expect(broken?.message == "heap:c can't be used. It is broken.")
    await #expect(
      throws: CommandError(
        #"--storage must be memory, sqlite:FILE, postgres://… or heap:NAME, not "stack:a"."#)
    ) { try await open("stack:a") }
  }

  @Test("The help has the host's name and additions, even if a required option is missing")
  func help() throws {
    let host = try configured(["--help"]) { host in
      try host.addStorage("heap", "NAME") { _ in MemoryStorage() }
      try host.addCommand("sell", usage: "THING", help: "sells\none thing") { _ in 0 }
      guard try host.option("--till", "NAME", help: "where the money is") != nil else {
        throw CommandError("--till is required.")
      }
    }
    let help = HostCommand.help(of: host)
    #expect(help.hasPrefix("usage: shop [serve] [OPTION VALUE …]\n       shop sessions list"))
    #expect(help.contains("\n       shop sell THING\n\nserve         hosts"))
    #expect(help.contains("\nsell          sells\n              one thing\n\nEvery option"))
    #expect(help.contains("\n" + String(repeating: " ", count: 35) + "or heap:NAME\n"))
    #expect(
      help.contains(
        "\n\nThis program:\n  --till NAME                      where the money is\n\nserve exits"))
    for group in CommandOption.groups { #expect(help.contains("\n\n\(group.heading):\n  --")) }
    #expect(!help.contains("backstack "))
  }
}

/// `BackstackTrapServer`, which has additions of its own.
@Suite("The executable of a host of one's own", .endsAtFailure)
struct HostExecutableTests {
  private func start(_ arguments: [String]) throws -> ServerProcess {
    try ServerProcess(arguments, executable: "BackstackTrapServer")
  }

  @Test("It serves with its own option, middleware and storage, and exits as backstack does")
  func serves() async throws {
    let server = try start(["--port", "0", "--storage", "heap:one", "--token", "swordfish"])
    let client = CurlClient(port: try await server.port())
    #expect(try await client.get("/features").status == 401)
    let fields = ["Authorization": "swordfish"]
    let features = try await client.get("/features", fields: fields)
    #expect(features.status == 200 && features.text.contains("\"trap\""))
    let created = try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
    #expect(created.status == 201)
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
  }

  @Test("It serves the page of a folder, names its URL, and lets no browser guess types")
  func page() async throws {
    let folder = TemporaryFolder()
    folder.write("<title>Mine</title>", to: "index.html")
    let server = try ServerProcess(
      ["--port", "0", "--admin-listen", "127.0.0.1:0", "--web", folder.file(".")])
    let port = try await server.port()
    let admin = try await server.port(after: "Backstack reports its state at http://127.0.0.1:")
    #expect(try await server.line() == "Open http://127.0.0.1:\(port)/app/ in a browser.")
    let play = try await server.line()
    #expect(play.hasPrefix("Play in another terminal: /"), "\(play)")
    #expect(play.hasSuffix("/backstack play http://127.0.0.1:\(port)"), "\(play)")
    let client = CurlClient(port: port)
    #expect(try await client.get("/app/").text == "<title>Mine</title>")
    #expect(try await client.get("/", fields: ["Accept": "text/html"]).text.contains("Mine"))
    let session = try await SessionClient(client, creating: #"{"feature":"counters"}"#)
    let answers = try await [
      client.get("/app/"), client.get("/none"), client.get("/client/levels.js"),
      client.send("BREW", "/"), client.send("GET", "/%zz"), session.client.get(session.path),
      client.get(session.path, fields: ["If-None-Match": "\"0\""]),
      client.send("DELETE", session.path), CurlClient(port: admin).get("/metrics"),
    ]
    #expect(answers.map(\.status) == [200, 404, 200, 501, 400, 200, 304, 204, 200])
    for answer in answers { #expect(answer.fields["x-content-type-options"] == "nosniff") }
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
    let staged = ["--port", "0", "--web", folder.file("."), "--stage", "on"]
    #expect(try await ServerProcess(staged).end().code == 2)
    let refused = try await ServerProcess(["--port", "0", "--web", folder.file("none")]).end()
    #expect(refused.code == 2)
    #expect(refused.errors.hasPrefix("backstack: --web: The folder "), "\(refused.errors)")
  }

  @Test("Its mistakes and messages have its name, which is that of the executable")
  func messages() async throws {
    let name = "BackstackTrapServer"
    let wrong = try await start(["--colour", "red"]).end()
    #expect(wrong.code == 2)
    #expect(
      wrong.errors
        == "\(name): There is no option \"--colour\".\n\(name) --help lists commands and options.\n"
    )
    let broken = try await start(["doctor", "--storage", "heap:broken"]).end()
    #expect(broken.code == 1)
    #expect(broken.errors == "\(name): heap:broken can't be used. It is broken.\n")
    let well = try await start(["doctor", "--storage", "heap:one"]).end()
    #expect(well.code == 0 && well.output.contains("All is well."))
    let help = try await start(["count", "--help"]).end()
    #expect(help.code == 0 && help.output.hasPrefix("usage: \(name) count"), "\(help)")
    #expect(!help.output.contains("--port"))
    let play = try await start(["play", "--help"]).end()
    #expect(play.output.hasPrefix("usage: \(name) play URL "), "\(play)")
  }

  @Test("Its own command gets all arguments")
  func command() async throws {
    let counted = try await start(["count", "--port", "many", "-x"]).end()
    #expect(counted.code == 0 && counted.output == "3\n")
    let wrong = try await start(["count"]).end()
    #expect(wrong.code == 2 && wrong.errors.hasPrefix("BackstackTrapServer: count needs a word.\n"))
  }

  @Test("The doctor is not alarmed by sessions of features that the host does not have")
  func unknownFeatures() async throws {
    let folder = TemporaryFolder()
    let storage = ["--storage", "sqlite:\(folder.file("sessions.sqlite"))"]
    let server = try start(["--port", "0"] + storage)
    let client = CurlClient(port: try await server.port())
    #expect(try await client.post("/sessions", #"{"feature":"trap"}"#).status == 201)
    #expect(try await client.post("/sessions", #"{"feature":"counters"}"#).status == 201)
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
    let report = try await ServerProcess(["doctor"] + storage).end()
    #expect(report.code == 0)
    #expect(
      report.output.contains(": backstack does not host this feature, so it can't check them.\n"))
    #expect(report.output.hasSuffix("All that backstack can check is well.\n"))
    let own = try await start(["doctor"] + storage).end()
    #expect(own.code == 0 && own.output.hasSuffix("All is well.\n"))
  }
}
