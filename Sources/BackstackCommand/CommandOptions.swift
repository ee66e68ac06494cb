import BackstackHTTP
import BackstackService

/// What was asked for on the command line and in the environment; the command line wins.
struct CommandOptions: Sendable {
  enum Action {
    case serve, openapi, healthcheck, help, sessions, doctor, backup
  }

  var action = Action.serve
  /// What a command is told besides options.
  var words: [String] = []
  var storage = StorageOption.standard
  var host = "127.0.0.1"
  var port = 8080
  var listen: [HTTPListenAddress] = []
  var adminListen: [HTTPListenAddress] = []
  var socketMode: UInt32?
  var gracePeriod = 10.0
  var drainDelay = 0.0
  /// How many requests a second a client may send, and how many at once.
  var rate: Double?
  var burst: Int?
  /// How sessions are treated.
  var service = ServiceConfiguration()
  var accessLog: HTTPAccessLogDestination?
  var accessLogFormat = HTTPAccessLogFormat.json
  var echoesRequestID: Bool?
  /// Limits and time-outs.
  var http = HTTPServerConfiguration()

  /// Where to listen.
  var addresses: [HTTPListenAddress] {
    listen.isEmpty ? [.ip(host, port: port)] : listen.map(withMode)
  }

  /// Where to tell about the server's state.
  var adminAddresses: [HTTPListenAddress] { adminListen.map(withMode) }

  /// - Throws: ``CommandError`` for an unknown word, a missing value or one that is out of range.
  init(arguments: [String], environment: [String: String]) throws(CommandError) {
    var values: [String: [CommandValue]] = [:]
    var remaining = arguments[...]
    if let first = remaining.first, !first.hasPrefix("-") {
      switch first {
      case "serve": action = .serve
      case "openapi": action = .openapi
      case "healthcheck": action = .healthcheck
      case "help": action = .help
      case "sessions": action = .sessions
      case "doctor": action = .doctor
      case "backup": action = .backup
      default: throw CommandError(message: "There is no command \"\(first)\".")
      }
      remaining.removeFirst()
    }
    while let flag = remaining.popFirst() {
      if flag == "--help" || flag == "-h" {
        action = .help
        continue
      }
      if action.takesWords, !flag.hasPrefix("--") {
        words.append(flag)
        continue
      }
      guard CommandOption.all.contains(where: { $0.flag == flag }) else {
        throw CommandError(message: "There is no option \"\(flag)\".")
      }
      guard let text = remaining.popFirst() else {
        throw CommandError(message: "\(flag) needs a value.")
      }
      values[flag, default: []].append(CommandValue(name: flag, text: text))
    }
    for option in CommandOption.all {
      let fallback = environment[option.variable].map {
        [CommandValue(name: option.variable, text: $0)]
      }
      for value in values[option.flag] ?? fallback ?? [] { try option.apply(&self, value) }
    }
  }

  /// How sessions are treated, addresses and rates included.
  var configuration: ServiceConfiguration {
    var configuration = service
    configuration.adminAddresses = adminAddresses
    configuration.rateLimit = rate.flatMap { rate in
      RateLimit(requestsPerSecond: rate, burst: burst ?? max(1, Int((rate * 10).rounded())))
    }
    return configuration
  }

  private func withMode(_ address: HTTPListenAddress) -> HTTPListenAddress {
    address.path.map { .unix($0, mode: socketMode) } ?? address
  }
}

/// A command line that says nothing, and why.
struct CommandError: Error {
  let message: String
}
