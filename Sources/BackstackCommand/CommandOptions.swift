/// What was asked for on the command line and in the environment; the command line wins.
struct CommandOptions {
  enum Action {
    case serve, openapi, healthcheck, help
  }

  var action = Action.serve
  var host = "127.0.0.1"
  var port = 8080
  var idleTimeout = 3600.0

  /// - Throws: ``CommandError`` for an unknown word, a missing value or one that is out of range.
  init(arguments: [String], environment: [String: String]) throws(CommandError) {
    if let host = environment["HOST"] { self.host = host }
    if let port = environment["PORT"] { self.port = try Self.port(port, of: "PORT") }
    if let seconds = environment["IDLE_TIMEOUT"] {
      idleTimeout = try Self.seconds(seconds, of: "IDLE_TIMEOUT")
    }
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
    while let option = remaining.popFirst() {
      func value() throws(CommandError) -> String {
        guard let value = remaining.popFirst() else {
          throw CommandError(message: "\(option) needs a value.")
        }
        return value
      }
      switch option {
      case "--help", "-h": action = .help
      case "--host": host = try value()
      case "--port": port = try Self.port(try value(), of: option)
      case "--idle-timeout": idleTimeout = try Self.seconds(try value(), of: option)
      default: throw CommandError(message: "There is no option \"\(option)\".")
      }
    }
  }

  private static func port(_ text: String, of name: String) throws(CommandError) -> Int {
    guard let port = Int(text), (0...65535).contains(port) else {
      throw CommandError(message: "\(name) is a number from 0 to 65535, not \"\(text)\".")
    }
    return port
  }

  private static func seconds(_ text: String, of name: String) throws(CommandError) -> Double {
    guard let seconds = Double(text), seconds > 0, seconds <= 7 * 24 * 3600 else {
      throw CommandError(
        message: "\(name) is a number of seconds, above 0 and at most a week, not \"\(text)\".")
    }
    return seconds
  }
}

/// A command line that says nothing, and why.
struct CommandError: Error {
  let message: String
}
