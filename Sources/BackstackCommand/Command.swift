import BackstackDemo
import BackstackHTTP
import BackstackService
import FoundationEssentials
import Glibc

/// The command line of `backstack`.
enum Command {
  static let help = """
    usage: backstack [serve] [--host ADDRESS] [--port PORT] [--idle-timeout SECONDS]
           backstack openapi
           backstack healthcheck [--port PORT]

    serve         hosts the demo features until SIGTERM or SIGINT
    openapi       prints the OpenAPI document of the demo server
    healthcheck   asks the server on this machine whether it is alive; exits 0 if it is

    --host          the address to listen on (default 127.0.0.1, or HOST)
    --port          the port, 0 for any free one (default 8080, or PORT)
    --idle-timeout  seconds that a session lives without a request (default 3600, or IDLE_TIMEOUT)

    """

  /// Runs the command.
  ///
  /// - Returns: The exit code: 0 for success, 1 for failure, 2 for a wrong command line.
  static func run(arguments: [String]) -> Int32 {
    do throws(CommandError) {
      let options = try CommandOptions(
        arguments: arguments, environment: ProcessInfo.processInfo.environment)
      switch options.action {
      case .help:
        print(help, terminator: "")
        return 0
      case .openapi:
        print(BackstackServer.openAPIDocument(features: demoFeatures), terminator: "")
        return 0
      case .healthcheck:
        return HealthCheck.isAlive(port: options.port) ? 0 : 1
      case .serve:
        return serve(options)
      }
    } catch {
      write("backstack: \(error.message)\n\(help)", to: STDERR_FILENO)
      return 2
    }
  }

  private static func serve(_ options: CommandOptions) -> Int32 {
    var configuration = ServiceConfiguration()
    configuration.idleTimeout = options.idleTimeout
    let server = BackstackServer(
      features: demoFeatures, configuration: configuration,
      http: HTTPServerConfiguration(address: .ip(options.host, port: options.port)))
    do throws(HTTPServerError) {
      try server.start()
    } catch {
      write("backstack: \(error.message)\n", to: STDERR_FILENO)
      return 1
    }
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    // Without buffering: whoever started the server waits for this line.
    write("Backstack serves http://\(host):\(server.localPort ?? 0)\n", to: STDOUT_FILENO)
    return server.runUntilSignal() ? 0 : 1
  }

  private static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
