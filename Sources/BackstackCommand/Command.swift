import BackstackDemo
import BackstackHTTP
import BackstackService
import FoundationEssentials
import Glibc

/// The command line of `backstack`.
enum Command {
  static let help = """
    usage: backstack [serve] [OPTION VALUE …]
           backstack sessions list | show ID | export [ID …] | import [FILE] | delete ID … |
                              release ID … | expire
           backstack doctor
           backstack backup FILE
           backstack openapi
           backstack healthcheck [--port PORT | --listen ADDRESS]

    serve         hosts the demo features until SIGTERM or SIGINT; a second signal stops at once
    sessions      works on stored sessions, also while a server uses them: export writes a line of
                  JSON for each, import reads such lines from a file or from standard input,
                  release frees sessions that are quarantined
    doctor        opens the storage, checks it and reports
    backup        copies the storage while it is used
    openapi       prints the OpenAPI document of the demo server
    healthcheck   asks the server on this machine whether it is alive; exits 0 if it is

    Every option can be given as an environment variable: --drain-delay is DRAIN_DELAY.

    \(CommandOption.help)
    serve exits 0 when all requests got their responses, 1 when it can't start, 2 for a wrong
    command line, 3 when requests were cut off by the end of the grace period or by a second signal.

    """

  /// Runs the command.
  ///
  /// - Returns: The exit code: 0 for success, 1 for failure, 2 for a wrong command line, 3 for
  ///   requests that were cut off.
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
        return HealthCheck.isAlive(at: options.addresses[0]) ? 0 : 1
      case .sessions:
        return try SessionsCommand(
          words: options.words, maximumStateBytes: options.service.maximumStateBytes
        ).run(on: options.storage)
      case .doctor: return DoctorCommand(features: demoFeatures).run(on: options.storage)
      case .backup: return try BackupCommand(words: options.words).run(on: options.storage)
      case .serve:
        return ServeCommand(options: options).run()
      }
    } catch {
      write(
        "backstack: \(error.message)\nbackstack --help lists commands and options.\n",
        to: STDERR_FILENO)
      return 2
    }
  }

  /// Writes without buffering.
  static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
