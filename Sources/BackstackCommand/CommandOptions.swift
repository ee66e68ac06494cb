import BackstackHTTP
import BackstackService

/// The settings from the command line and the environment; the command line wins.
struct CommandOptions: Sendable {
  enum Action {
    case serve, openapi, healthcheck, help, sessions, doctor, backup
  }

  var action = Action.serve
  /// The words of a command besides its options.
  var words: [String] = []
  var storage = StorageOption.standard
  var host = "127.0.0.1"
  var port = 8080
  var listen: [HTTPListenAddress] = []
  var adminListen: [HTTPListenAddress] = []
  var socketMode: UInt32?
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
  /// The limits and time-outs of the HTTP server.
  var http = HTTPServerConfiguration()

  /// The addresses to listen on.
  var addresses: [HTTPListenAddress] {
    listen.isEmpty ? [.ip(host, port: port)] : listen.map(withMode)
  }

  /// The addresses for administration.
  var adminAddresses: [HTTPListenAddress] { adminListen.map(withMode) }

  /// Reads the settings.
  ///
  /// - Throws: ``CommandError`` for an unknown word, a missing value, or a value that is out of
  ///   range.
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

  /// The configuration of the service, including addresses and rates.
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

/// The error for an invalid command line.
struct CommandError: Error {
  let message: String
}
