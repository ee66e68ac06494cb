import Backstack
import BackstackHTTP
import BackstackService
import Testing

@testable import BackstackHost

@Suite("Options that need others")
struct OptionNeedTests {
  private struct PassThrough: HTTPMiddleware {
    func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
      next.respond(to: request, responder)
    }
  }

  /// Returns the message with which `serve` does not start; `nil` if it would.
  private func refusal(
    _ arguments: [String], environment: [String: String] = [:],
    _ configure: (inout HostConfiguration) throws -> Void = { _ in }
  ) throws -> String? {
    let options = try CommandOptions(arguments: arguments, environment: environment)
    let host = try HostCommand.host("shop", [], options, configure: configure)
    let location = try host.storage(options.storage).location
    do throws(CommandError) {
      try OptionNeed.check(OptionNeed.Situation(options: options, host: host, location: location))
      return nil
    } catch {
      return error.message
    }
  }

  /// The options that depend on others: what they are given, what they need, and the options with
  /// which they work.
  static let cases: [(given: [String], need: String, with: [String])] = [
    (["--storage-wait", "1"], "a --storage other than memory", ["--storage", "sqlite:a"]),
    (["--durability", "full"], "a --storage other than memory", ["--storage", "sqlite:a"]),
    (["--passivate-after", "9"], "a --storage other than memory", ["--storage", "sqlite:a"]),
    (["--crash-file", "a"], "a --storage other than memory", ["--storage", "sqlite:a"]),
    (["--history-age", "9"], "a --storage other than memory", ["--storage", "sqlite:a"]),
    (["--key-rights", "a=read"], "names of --api-keys, and names of features", Self.keys),
    (["--share-sessions", "on"], "--api-keys", Self.keys),
    (["--max-sessions-per-principal", "3"], "--api-keys", Self.keys),
    (["--max-streams-per-principal", "3"], "--api-keys", Self.keys),
    (["--max-effects-per-principal", "3"], "--api-keys", Self.keys),
    (["--rate-burst", "3"], "--rate-limit", ["--rate-limit", "2"]),
    (["--access-log-format", "text"], "--access-log", ["--access-log", "stderr"]),
    (
      ["--inspector", "read"], "--admin-listen, such as 127.0.0.1:9090",
      ["--admin-listen", "127.0.0.1:0"]
    ),
    (["--inspector-redact", "on"], "--inspector read or full", Self.inspector),
    (["--admin-key", "0123456789abcdef"], "--inspector read or full", Self.inspector),
    (["--admin-hosts", "admin.example"], "--inspector read or full", Self.inspector),
    (
      ["--cluster-advertise", "10.0.0.7:7000"], "--cluster-listen",
      ["--cluster-listen", "10.0.0.7:7000"] + Self.database
    ),
    (
      ["--node-name", "a"], "--cluster-listen",
      ["--cluster-listen", "10.0.0.7:7000"] + Self.database
    ),
    (["--cluster-listen", "10.0.0.7:7000"], "--storage postgres://…", Self.database),
    (
      ["--socket-mode", "600"], "--listen or --admin-listen with a Unix socket, unix:PATH",
      ["--admin-listen", "unix:/run/a"]
    ),
    (["--max-idle-timeout", "60"], "to be --idle-timeout or more", ["--idle-timeout", "60"]),
    (["--max-body", "1048577"], Self.input, ["--max-body", "1048576"]),
    (["--max-action-body", "1048577"], Self.input, ["--max-action-body", "1048576"]),
    (["--max-creation-body", "1048577"], Self.input, ["--max-creation-body", "1048576"]),
  ]

  private static let input = "a feature that takes as much (`ClientInput.maximumBytes`)"
  private static let database = ["--storage", "postgres://db.example/backstack"]
  private static let keys = ["--api-keys", "a=0123456789abcdef"]
  private static let inspector = ["--inspector", "full", "--admin-listen", "127.0.0.1:0"]

  @Test("An option that would do nothing is refused at the start", arguments: Self.cases)
  func needs(_ given: [String], _ need: String, _ with: [String]) throws {
    let memory = ["--storage", "memory"]
    #expect(try refusal(memory + given) == "\(given[0]) needs \(need).")
    #expect(try refusal(memory + given + with) == nil)
    let variable = given[0].dropFirst(2).uppercased().replacing("-", with: "_")
    #expect(
      try refusal(memory, environment: [variable: given[1]]) == "\(variable) needs \(need).")
  }

  @Test("A quota of stored bytes needs keys and a storage")
  func storedBytes() throws {
    let quota = ["--max-stored-bytes-per-principal", "1000"]
    let refused = try refusal(quota + Self.keys + ["--storage", "memory"])
    #expect(
      refused == "--max-stored-bytes-per-principal needs a --storage other than memory.")
    #expect(
      try refusal(quota + ["--storage", "sqlite:a"])
        == "--max-stored-bytes-per-principal needs --api-keys.")
    #expect(try refusal(quota + Self.keys + ["--storage", "sqlite:a"]) == nil)
  }

  @Test("An address is given in one way on the command line; variables may give others")
  func addresses() throws {
    let listen = ["--listen", "127.0.0.1:0", "--storage", "memory"]
    for option in [["--host", "127.0.0.2"], ["--port", "1"]] {
      let message = "\(option[0]) needs to be without --listen, which replaces it."
      for command in [["serve"], ["healthcheck"]] {
        #expect(throws: CommandError(message)) {
          try CommandOptions(arguments: command + listen + option, environment: [:])
        }
      }
      #expect(try refusal(option + ["--storage", "memory"]) == nil)
    }
    #expect(try refusal(listen, environment: ["HOST": "127.0.0.2", "PORT": "1"]) == nil)
    let options = try CommandOptions(
      arguments: ["healthcheck", "--port", "1"], environment: ["LISTEN": "127.0.0.1:2"])
    #expect(options.addresses == [.ip("127.0.0.1", port: 1)])
    for twice in [
      ["--listen", "127.0.0.1:7,127.0.0.1:7"], ["--port", "7", "--admin-listen", "127.0.0.1:7"],
    ] {
      #expect(
        throws: CommandError("127.0.0.1:7 is given twice; a server listens on each address once.")
      ) {
        try CommandOptions(arguments: ["serve", "--storage", "memory"] + twice, environment: [:])
      }
    }
  }

  @Test("A variable that is for another command may be anything")
  func variablesOfOthers() throws {
    let wrong = ["PORT": "abc", "API_KEYS": "short", "WEB": "/missing", "LOOPS": "auto"]
    for line in ["--help", "help", "play x", "doctor", "sessions list", "client", "conformance"] {
      let arguments = line.split(separator: " ").map(String.init)
      #expect(throws: Never.self) { try CommandOptions(arguments: arguments, environment: wrong) }
    }
    #expect(throws: CommandError.self) {
      try CommandOptions(arguments: ["healthcheck"], environment: wrong)
    }
    let unused = try CommandOptions(
      arguments: ["--listen", "127.0.0.1:2"], environment: ["HOST": "devbox"])
    #expect(unused.addresses == [.ip("127.0.0.1", port: 2)])
    #expect(throws: CommandError.self) {
      try CommandOptions(arguments: [], environment: ["HOST": "devbox"])
    }
    let empty = try CommandOptions(arguments: [], environment: ["NOTIFY_SOCKET": ""])
    #expect(empty.notifySocket == nil)
  }

  @Test("Keys and rights that are given in several options are those of one")
  func severalOptions() throws {
    let keys = ["--api-keys", "b=0123456789abcdef", "--api-keys", "a=0123456789abcdef"]
    #expect(throws: CommandError("--api-keys has the same KEY for two NAMEs.")) {
      try CommandOptions(arguments: keys, environment: [:])
    }
    let rights = ["--key-rights", "b=read", "--key-rights", "b=on"]
    #expect(throws: CommandError.self) { try CommandOptions(arguments: rights, environment: [:]) }
    let others = ["--key-rights", "b=read", "--key-rights", "a=on"]
    let options = try CommandOptions(arguments: others, environment: [:])
    #expect(options.service.keyRights.keys.sorted() == ["a", "b"])
  }

  @Test("A program's own option may need something, unless it is a variable")
  func ownOption() throws {
    func refusal(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String? {
      try self.refusal(["--storage", "memory"] + arguments, environment: environment) { host in
        _ = try host.option("--shelf", "NAME", help: "a shelf")
        host.require("--max-body 0", for: "--shelf") { $0.http.limits.bodyBytes == 0 }
      }
    }
    #expect(try refusal(["--shelf", "a"]) == "--shelf needs --max-body 0.")
    #expect(try refusal(["--shelf", "a", "--max-body", "0"]) == nil)
    #expect(try refusal(["--shelf", "off"]) == nil)
    #expect(try refusal([], ["SHELF": "a"]) == nil)
  }

  @Test("A command has only the options that mean something to it; variables are for others, too")
  func others() throws {
    func check(_ line: String, _ environment: [String: String] = [:]) throws {
      let arguments = line.split(separator: " ").map(String.init)
      let options = try CommandOptions(arguments: arguments, environment: environment)
      try options.given.check(["--shelf"], for: options.action)
    }
    for line in [
      "sessions list --storage memory --durability full", "sessions import --max-state 3",
      "doctor --storage memory", "backup a --storage memory", "cluster status --storage memory",
      "healthcheck --port 1", "healthcheck --listen unix:a", "doctor --shelf a", "--port 1",
      "--help --port 1", "help --port 1",
    ] { try check(line) }
    for (line, command, flag) in [
      ("sessions list --port 5", "sessions", "--port"),
      ("doctor --put-aside-after 5", "doctor", "--put-aside-after"),
      ("backup a --max-state 5", "backup", "--max-state"),
      ("cluster status --port 5", "cluster", "--port"),
      ("openapi --storage memory", "openapi", "--storage"),
      ("healthcheck --storage memory", "healthcheck", "--storage"),
    ] {
      #expect(throws: CommandError("\(command) has no option \"\(flag)\".")) { try check(line) }
    }
    try check("openapi", ["PORT": "1", "STORAGE": "memory"])
  }

  @Test("An option that is off needs nothing", arguments: ["--inspector", "--share-sessions"])
  func off(_ flag: String) throws {
    #expect(try refusal([flag, "off", "--storage", "memory"]) == nil)
  }

  @Test("The rights of keys name features that there are")
  func keyRights() throws {
    let options = Self.keys + ["--storage", "memory", "--key-rights"]
    let needed = "--key-rights needs names of --api-keys, and names of features."
    #expect(try refusal(options + ["a=safe:large"]) == needed)
    #expect(try refusal(options + ["b=safe"]) == needed)
    let feature = Feature("large", initialState: Large.State()) { Large() }
    #expect(try refusal(options + ["a=safe:large"]) { $0.features = [feature] } == nil)
    for wrong in ["a", "a=", "=read", "a=write", "a=safe:"] {
      #expect(throws: CommandError.self) { try refusal(options + [wrong]) }
    }
  }

  @Test("A program may have its own way to know principals")
  func middleware() throws {
    let quota = ["--max-sessions-per-principal", "3"]
    #expect(try refusal(quota) { $0.service.middleware = [PassThrough()] } == nil)
  }

  @Test("A feature may take more than others")
  func largeInput() throws {
    var input = ClientInput(takesState: true)
    input.maximumBytes = 4 << 20
    let feature = Feature("large", initialState: Large.State(), clientInput: input) { Large() }
    let options = ["--max-body", "\(4 << 20)", "--max-action-body", "\(4 << 20)"]
    #expect(try refusal(options) { $0.features = [feature] } == nil)
    let more = ["--max-body", "\(4 << 20 + 1)"]
    #expect(try refusal(more) { $0.features = [feature] } == "--max-body needs \(Self.input).")
    // The program's own middleware may take it.
    #expect(try refusal(more) { $0.service.middleware = [PassThrough()] } == nil)
  }

  @Reducer
  struct Large {
    struct State: Codable, Equatable, Sendable {}
    enum Action: Codable, Equatable, Sendable { case tapped }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Test("Each requirement is about options that exist, and has a case")
  func complete() {
    let flags = OptionNeed.all.flatMap(\.flags)
    let known = Set(CommandOption.all.map(\.description.flag))
    #expect(known.isSuperset(of: flags))
    #expect(
      Set(flags).subtracting(Self.cases.map { $0.given[0] })
        == ["--max-stored-bytes-per-principal"])
  }
}
