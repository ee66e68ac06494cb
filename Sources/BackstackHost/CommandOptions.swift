import BackstackAgents
import BackstackHTTP
import BackstackPlatform
import BackstackService

/// The settings from the command line and the environment; the command line wins.
struct CommandOptions: Sendable {
  enum Action: Hashable {
    case serve, openapi, client, play, healthcheck, help, sessions, doctor, backup, cluster
    /// A command that only the host may know.
    case other(String)

    /// Creates the action of a command.
    init(_ command: String) {
      switch command {
      case "serve": self = .serve
      case "openapi": self = .openapi
      case "client": self = .client
      case "play": self = .play
      case "healthcheck": self = .healthcheck
      case "help": self = .help
      case "sessions": self = .sessions
      case "doctor": self = .doctor
      case "backup": self = .backup
      case "cluster": self = .cluster
      default: self = .other(command)
      }
    }

    /// Whether words that are not options may follow the command.
    var takesWords: Bool { [.sessions, .backup, .cluster].contains(self) }

    /// The options that mean something to the command, besides those that only the host has; `nil`
    /// for all.
    var flags: Set<String>? {
      switch self {
      case .serve, .help: nil
      case .sessions: ["--storage", "--durability", "--max-state"]
      case .doctor, .backup, .cluster: ["--storage", "--durability"]
      case .healthcheck: ["--host", "--port", "--listen"]
      case .openapi, .client, .play, .other: []
      }
    }

    /// Whether only the host may know the command.
    var isOther: Bool { if case .other = self { true } else { false } }

    /// Whether the command reads its own options.
    var takesAll: Bool { isOther || [.client, .play].contains(self) }
  }

  var action = Action.serve
  /// The options that are given, also those that only the host knows.
  private(set) var given: GivenOptions
  /// The words of a command besides its options; all arguments of a command that reads its own.
  var words: [String] = []
  /// The command that the help is about, if that reads its own options; `nil` for all.
  private(set) var helpTopic: String?
  var storage = StorageOption()
  /// Where `serve` serves other nodes of its cluster; `nil` for no cluster.
  var clusterListen: HTTPListenAddress?
  var clusterAdvertise: String?
  var nodeName: String?
  /// Whether `cluster status` prints JSON.
  var printsJSON = false
  /// The host to listen on, if one is given and used.
  var givenHost: CommandValue?
  private(set) var host = "127.0.0.1"
  var port = 8080
  var listen: [HTTPListenAddress] = []
  var adminListen: [HTTPListenAddress] = []
  var socketMode: UInt32?
  /// The sockets that `serve` uses in place of addresses.
  private(set) var passedSockets: PassedSockets?
  /// The socket at which a service manager wants to know the state of `serve`.
  private(set) var notifySocket: String?
  var gracePeriod = 10.0
  var drainDelay = 0.0
  /// The number of requests per second and at once that a client may send.
  var rate: Double?
  var burst: Int?
  /// The configuration of the service.
  var service = ServiceConfiguration()
  var accessLog: HTTPAccessLogDestination?
  var accessLogFormat = HTTPAccessLogFormat.json
  var echoesRequestID: Bool?
  /// The rights of the inspector; `nil` for no inspector.
  var inspectorMode: InspectorConfiguration.Mode?
  var adminKey: String?
  var adminHosts: [String] = []
  var redactsTexts = false
  /// The rights of agents; `nil` for no access.
  var agentRights: KeyRights.Level?
  /// Whether screens are also served as messages of A2UI.
  var servesA2UI = false
  /// The limits and time-outs of the HTTP server.
  var http = HTTPServerConfiguration()

  /// The addresses to listen on.
  var addresses: [HTTPListenAddress] {
    if let sockets = passedSockets?.service, !sockets.isEmpty {
      return sockets.map(HTTPListenAddress.passed)
    }
    return listen.isEmpty ? [.ip(host, port: port)] : listen.map(withMode)
  }

  /// The addresses for administration.
  var adminAddresses: [HTTPListenAddress] {
    if let sockets = passedSockets?.admin, !sockets.isEmpty {
      return sockets.map(HTTPListenAddress.passed)
    }
    return adminListen.map(withMode)
  }

  /// The inspector, if there is to be one.
  private var inspector: InspectorConfiguration? {
    guard let inspectorMode else { return nil }
    return InspectorConfiguration(
      mode: inspectorMode, key: adminKey ?? InspectorConfiguration.randomKey(), hosts: adminHosts,
      redactsTexts: redactsTexts)
  }

  /// Reads the settings.
  ///
  /// - Parameter processID: The id of this process, for which sockets may have been passed.
  /// - Throws: ``CommandError`` for a missing value, or a value that is out of range.
  init(
    arguments: [String], environment: [String: String], processID: Int32 = SystemProcess.id
  ) throws(CommandError) {
    given = GivenOptions(environment: environment)
    var remaining = arguments[...]
    if let first = remaining.first, !first.hasPrefix("-") {
      action = Action(first)
      remaining.removeFirst()
    }
    if action == .help, remaining.first?.hasPrefix("-") == false {
      helpTopic = remaining.popFirst()
    }
    if action.takesAll {
      words = Array(remaining)
      if words.contains(where: Self.asksForHelp) {
        action = .help
        helpTopic = arguments.first
      }
      remaining = []
    }
    while let flag = remaining.popFirst() {
      if Self.asksForHelp(flag) {
        action = .help
      } else if action == .cluster, flag == "--json" {
        printsJSON = true
      } else if action.takesWords, !flag.hasPrefix("--") {
        words.append(flag)
      } else {
        given.add(flag, remaining.popFirst())
      }
    }
    for option in CommandOption.all {
      let mayBeVariable =
        action != .help && action.flags?.contains(option.description.flag) != false
      for value in try given.values(of: option.description, mayBeVariable: mayBeVariable) {
        try option.apply(&self, value)
      }
    }
    if let flag = ["--host", "--port"].first(where: given.hasFlag) {
      if given.hasFlag("--listen") {
        throw CommandError("\(flag) needs to be without --listen, which replaces it.")
      }
      // A flag overrides a variable, also one of the same meaning.
      listen = []
    }
    if let clusterListen, action == .serve, clusterAdvertise == nil, clusterListen.isWildcard {
      throw CommandError(
        "--cluster-listen \(clusterListen) needs --cluster-advertise, such as 10.0.0.7:7000.")
    }
    if action == .serve {
      passedSockets = try PassedSockets(environment: environment, processID: processID)
      notifySocket = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    }
    // A variable of this name is often the machine's name, which does not matter beside other addresses.
    if let givenHost, listen.isEmpty, passedSockets?.service.isEmpty != false {
      host = try givenHost.host
    }
    if action == .serve { try requireDistinctAddresses() }
  }

  private func requireDistinctAddresses() throws(CommandError) {
    var all: Set<HTTPListenAddress> = []
    // For the port 0 the system chooses another one each time.
    for address in addresses + adminAddresses
    where address.port != 0 && !all.insert(address).inserted {
      throw CommandError("\(address) is given twice; a server listens on each address once.")
    }
  }

  private static func asksForHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

  /// The configuration of the service, including addresses and rates.
  var configuration: ServiceConfiguration {
    var configuration = service
    configuration.adminAddresses = adminAddresses
    configuration.inspector = inspector
    configuration.rateLimit = rate.flatMap { rate in
      RateLimit(requestsPerSecond: rate, burst: burst ?? max(1, Int((rate * 10).rounded())))
    }
    return configuration
  }

  /// The configuration of the HTTP server, including addresses; the access log is not open yet.
  var serverConfiguration: HTTPServerConfiguration {
    var configuration = http
    configuration.addresses = addresses
    configuration.echoesRequestID = echoesRequestID ?? (accessLog != nil)
    return configuration
  }

  private func withMode(_ address: HTTPListenAddress) -> HTTPListenAddress {
    address.path.map { .unix($0, mode: socketMode) } ?? address
  }
}

/// The options that the command line and the environment give, before anything knows which exist.
struct GivenOptions: Sendable {
  private let environment: [String: String]
  /// The flags of the command line with their values, in its order.
  private var flags: [(flag: String, text: String?)] = []

  init(environment: [String: String]) { self.environment = environment }

  /// Adds an option of the command line; its value is missing if the text is `nil`.
  mutating func add(_ flag: String, _ text: String?) { flags.append((flag, text)) }

  /// Returns whether the command line has an option.
  func hasFlag(_ flag: String) -> Bool { flags.contains { $0.flag == flag } }

  /// Returns the values of an option; those of the command line win, then its present variable.
  ///
  /// - Parameter mayBeVariable: Whether a variable of this name is for the present command.
  /// - Throws: ``CommandError`` when the command line has the option without a value.
  func values(
    of option: CommandOption.Description, mayBeVariable: Bool = true
  ) throws(CommandError) -> [CommandValue] {
    var values: [CommandValue] = []
    for (flag, text) in flags where option.flags.contains(flag) {
      guard let text else { throw CommandError("\(flag) needs a value.") }
      values.append(CommandValue(name: flag, text: text))
    }
    if values.isEmpty, mayBeVariable,
      let name = option.variables.first(where: { environment[$0] != nil }),
      let text = environment[name]
    {
      values.append(CommandValue(name: name, text: text))
    }
    return values
  }

  /// Checks that all options of the command line exist, and mean something to the command. Variables
  /// may be there for other commands.
  ///
  /// - Parameter own: The options that only the host has, which any command may need.
  /// - Throws: ``CommandError`` for the first one that does not.
  func check(
    _ own: [String], for action: CommandOptions.Action = .serve
  ) throws(CommandError) {
    for (flag, _) in flags where !own.contains(flag) {
      guard let option = CommandOption.all.first(where: { $0.description.flags.contains(flag) })
      else {
        let name = flag.prefix { $0 != "=" }
        let isKnown = CommandOption.all.contains { $0.description.flags.contains(String(name)) }
        let hint = isKnown ? " A space separates \(name) from its value." : ""
        throw CommandError("There is no option \"\(flag)\".\(hint)")
      }
      guard action.flags?.contains(option.description.flag) != false else {
        throw CommandError("\(action) has no option \"\(flag)\".")
      }
    }
  }
}
