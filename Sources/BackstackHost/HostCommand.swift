import BackstackHTTP
import BackstackPlatform
public import BackstackService
import FoundationEssentials

/// The command line of a host.
public enum HostCommand {
  /// Runs the command that the command line names, and exits with its code: 0 for success, 1 for
  /// failure, 2 for a wrong command line, 3 for requests that were cut off.
  ///
  /// For a `main.swift`; a type with `@main` conforms to ``BackstackHost`` instead.
  ///
  /// - Parameters:
  ///   - name: The program's name in its help and its messages; `nil` for the name of its
  ///     executable.
  ///   - features: The features that the program serves, with different names.
  ///   - configure: Changes what the command line has configured; see
  ///     ``BackstackHost/configure(_:)``.
  public static func main(
    name: String? = nil, features: [Feature],
    configure: (inout HostConfiguration) throws -> Void = { _ in }
  ) -> Never {
    FileDescriptor.fillStandard()
    let name = name ?? executableName
    // Repaired, another file would have the name.
    guard CommandLine.unsafeArgv.allSatisfyUTF8 else {
      StandardError.write("\(name): The arguments must be UTF-8.")
      SystemProcess.exit(2)
    }
    let code = run(
      name: name, features: features, arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment, configure: configure)
    StandardError.lines.finish(withinSeconds: 1)
    do throws(OutputFailure) {
      try StandardOutput.flush()
    } catch {
      StandardError.write("\(name): \(error)")
      SystemProcess.exit(max(code, 1))
    }
    SystemProcess.exit(code)
  }

  /// The name of this process's executable.
  static var executableName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "backstack"
  }

  /// Runs a command.
  ///
  /// - Returns: The exit code.
  static func run(
    name: String, features: [Feature], arguments: [String], environment: [String: String],
    configure: (inout HostConfiguration) throws -> Void
  ) -> Int32 {
    do {
      let options = try CommandOptions(arguments: arguments, environment: environment)
      // At once: `configure` may start programs and threads.
      options.passedSockets?.keepFromChildren()
      return try run(options, on: host(name, features, options, configure: configure))
    } catch let error as CommandError {
      StandardError.write("\(name): \(error)\n\(name) --help lists commands and options.")
      return 2
    } catch is OutputFailure {
      // `main` says so, also for commands that use `print`.
      return 1
    } catch {
      StandardError.write("\(name): \(sentence(about: error))")
      return 1
    }
  }

  /// Returns the host that the command line and the program configure.
  ///
  /// - Throws: ``CommandError`` for a wrong command line, ``HostMistake`` for features or additions
  ///   that contradict each other, and what `configure` throws.
  static func host(
    _ name: String, _ features: [Feature], _ options: CommandOptions,
    configure: (inout HostConfiguration) throws -> Void
  ) throws -> HostConfiguration {
    var host = HostConfiguration(name: name, features: features, options: options)
    do {
      try configure(&host)
    } catch {
      // For the help, options that are required have no value: it tells that they exist.
      if options.action != .help || error is HostMistake { throw error }
    }
    try host.finish()
    return host
  }

  private static func run(_ options: CommandOptions, on host: HostConfiguration) throws -> Int32 {
    try options.given.check(host.options.map(\.flag), for: options.action)
    switch options.action {
    case .help:
      guard let topic = options.helpTopic else {
        try StandardOutput.write(help(of: host))
        return 0
      }
      let text = help(of: topic, in: host)
      if text == nil, CommandOptions.Action(topic).isOther {
        throw CommandError("There is no command \"\(topic)\".")
      }
      try StandardOutput.write(text ?? help(of: host))
      return 0
    case .openapi:
      try StandardOutput.write(BackstackServer.openAPIDocument(features: host.features))
      return 0
    case .client:
      return try ClientCommand(options.words, features: host.features).run()
    case .play:
      return try PlayCommand(options.words, of: host.name).run()
    case .healthcheck:
      let address = options.addresses[0]
      if HealthCheck.isAlive(at: address) { return 0 }
      StandardError.write("\(host.name): No server at \(address) answers with 200 within 3 s.")
      return 1
    case .sessions:
      let command = try SessionsCommand(
        host: host.name, words: options.words, features: host.features,
        maximumStateBytes: host.service.maximumStateBytes)
      return command.run(on: try host.storage(options.storage))
    case .doctor:
      let command = DoctorCommand(host: host.name, features: host.features)
      return command.run(on: try host.storage(options.storage))
    case .backup:
      let command = try BackupCommand(host: host.name, words: options.words)
      return command.copy(try host.storage(options.storage))
    case .cluster:
      let command = try ClusterCommand(
        host: host.name, words: options.words, isJSON: options.printsJSON)
      let storage = try host.storage(options.storage)
      guard case .database = storage.location else { throw ClusterCommand.noCluster }
      return command.run(on: storage)
    case .serve:
      let storage = try host.storage(options.storage)
      try OptionNeed.check(
        OptionNeed.Situation(options: options, host: host, location: storage.location))
      return ServeCommand(host: host, options: options, storage: storage).run()
    case .other(let name):
      guard let command = host.commands.first(where: { $0.name == name }) else {
        throw CommandError("There is no command \"\(name)\".")
      }
      return try waiting { [words = options.words] in
        do {
          return Result<Int32, any Error>.success(try await command.run(words))
        } catch {
          return .failure(error)
        }
      }.get()
    }
  }

  /// Returns the text that `--help` prints for a command that reads its own options; `nil` if there is
  /// no such command.
  static func help(of command: String, in host: HostConfiguration) -> String? {
    let commands =
      [
        ("client", ClientCommand.usage, ClientCommand.help),
        ("play", PlayCommand.usage, PlayCommand.help),
      ] + host.commands.map { ($0.name, $0.usage, $0.help) }
    return commands.first { $0.0 == command }.map { name, usage, help in
      "usage: \(host.name) \(name)\(usage.isEmpty ? "" : " " + usage)\n\n\(help)\n"
    }
  }

  /// Returns the text that `--help` prints.
  static func help(of host: HostConfiguration) -> String {
    let name = host.name
    let indent = String(repeating: " ", count: name.count)
    let usages = host.commands.map { "       \(name) \($0.name) \($0.usage)\n" }.joined()
    func described(_ command: String, _ help: String) -> String {
      let lines = help.split(separator: "\n")
      let head = command + String(repeating: " ", count: max(2, 14 - command.count))
      return head + lines.joined(separator: "\n" + String(repeating: " ", count: 14))
    }
    let commands = host.commands.map { described($0.name, $0.help) + "\n" }.joined()
    return """
      usage: \(name) [serve] [OPTION VALUE …]
             \(name) sessions list | show ID | test ID | export [ID …] | import [FILE] |
             \(indent)          delete ID … | release ID … | expire
             \(name) doctor
             \(name) backup FILE
             \(name) cluster status [--json] | drain NODE | remove NODE | where ID | check | move ID NODE
             \(name) openapi
             \(name) client \(ClientCommand.usage)
             \(name) play \(PlayCommand.usage)
             \(name) healthcheck [--port PORT | --listen ADDRESS]
      \(usages)
      serve         hosts the features until SIGTERM, SIGINT or SIGQUIT; a second one stops at once
      sessions      works on stored sessions, also while a server uses them: export writes a line of
                    JSON for each, import reads such lines from a file or from standard input,
                    release frees sessions that are quarantined
      doctor        opens the storage, checks it and reports
      backup        copies the storage while it is used
      cluster       lists the nodes that share a PostgreSQL database, makes a node give its sessions
                    away, declares a lost node dead, finds the node of a session, checks the stored
                    versions of all sessions, hands a session over
      openapi       prints the OpenAPI document of the server
      \(described("client", ClientCommand.help))
      \(described("play", PlayCommand.help))
      healthcheck   asks the server on this machine whether it is alive; exits 0 if it is
      \(commands)
      Every option can be given as an environment variable: --drain-delay is DRAIN_DELAY.
      Sockets that systemd passes (LISTEN_FDS) replace --host, --port and --listen; a socket
      named admin replaces --admin-listen.

      \(CommandOption.help(of: host))
      serve exits 0 when all requests got their responses, 1 when it can't start, 2 for a wrong
      command line, 3 when requests were cut off by the end of the grace period or by a second signal.

      """
  }
}

extension UnsafeMutablePointer<UnsafeMutablePointer<Int8>?> {
  /// Whether all strings up to the end of the list are UTF-8.
  fileprivate var allSatisfyUTF8: Bool {
    var next = self
    while let string = next.pointee {
      if String(validatingCString: string) == nil { return false }
      next += 1
    }
    return true
  }
}

/// A mistake in a command line, for which the program exits with 2.
public struct CommandError: Error, Hashable, CustomStringConvertible {
  /// The mistake, in a sentence.
  public let message: String

  /// Creates an error.
  ///
  /// - Parameter message: What is wrong, in a sentence. It is printed after the program's name.
  public init(_ message: String) { self.message = message }

  public var description: String { message }
}
