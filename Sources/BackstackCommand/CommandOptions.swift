import BackstackHTTP
import BackstackService

/// What was asked for on the command line and in the environment; the command line wins.
struct CommandOptions: Sendable {
  enum Action {
    case serve, openapi, healthcheck, help
  }

  var action = Action.serve
  var host = "127.0.0.1"
  var port = 8080
  var listen: [HTTPListenAddress] = []
  var adminListen: [HTTPListenAddress] = []
  var socketMode: UInt32?
  var gracePeriod = 10.0
  var drainDelay = 0.0
  var idleTimeout = 3600.0
  var effectLimits = EffectLimits()
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
      default: throw CommandError(message: "There is no command \"\(first)\".")
      }
      remaining.removeFirst()
    }
    while let flag = remaining.popFirst() {
      if flag == "--help" || flag == "-h" {
        action = .help
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

  private func withMode(_ address: HTTPListenAddress) -> HTTPListenAddress {
    address.path.map { .unix($0, mode: socketMode) } ?? address
  }
}

/// A command line that says nothing, and why.
struct CommandError: Error {
  let message: String
}
