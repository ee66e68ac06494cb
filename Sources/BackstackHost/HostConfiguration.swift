public import Backstack
public import BackstackHTTP
public import BackstackService
public import BackstackStorage

/// The configuration of a host, from the command line and ``BackstackHost/configure(_:)``.
///
/// ```swift
/// static func configure(_ host: inout HostConfiguration) throws {
///   let catalog = try host.option("--catalog", "FILE", help: "the products to offer")
///   host.overrideDependencies { $0.catalog = Catalog(path: catalog) }
///   host.service.middleware.append(Authentication())
/// }
/// ```
public struct HostConfiguration: Sendable {
  /// The name of the program.
  public let name: String
  /// The features that the host serves.
  public var features: [Feature]
  /// The configuration of the service, with the values of the command line. The storage is not
  /// set here, but chosen by `--storage`.
  public var service: ServiceConfiguration
  /// The configuration of the HTTP server, with the values of the command line.
  public var http: HTTPServerConfiguration
  /// The server, which runs later: for routes and jobs that send actions to sessions.
  public let server = HostServer()

  private(set) var options: [CommandOption.Description] = []
  private(set) var commands: [HostedCommand] = []
  private(set) var storages: [HostedStorage] = []
  private(set) var needs: [OptionNeed] = []
  private var overrides: [@Sendable (inout DependencyValues) -> Void] = []
  private let given: GivenOptions
  private let isHelp: Bool

  init(name: String, features: [Feature], options: CommandOptions) {
    self.name = name
    self.features = features
    service = options.configuration
    http = options.serverConfiguration
    given = options.given
    isHelp = options.action == .help
  }

  /// Adds a route to the service, such as a webhook; see `HostRoute`.
  public mutating func route(
    _ method: HTTPMethod, _ pattern: String, for access: HostRoute.Access = .clients,
    content limit: Int = 64 * 1024, respond: @escaping HostRoute.Respond
  ) {
    service.routes.append(
      HostRoute(method, pattern, for: access, content: limit, respond: respond))
  }

  /// Overrides dependencies of every session, after those that its feature overrides itself.
  ///
  /// - Parameter override: Called when a session is created or resumed; `$0.session` describes the
  ///   session and its owner.
  public mutating func overrideDependencies(
    _ override: @escaping @Sendable (inout DependencyValues) -> Void
  ) {
    overrides.append(override)
  }

  /// Adds an option, and returns its value.
  ///
  /// - Parameters:
  ///   - flag: The option, such as `--catalog`, in lower case.
  ///   - placeholder: The placeholder for the value in the help, such as `FILE`.
  ///   - help: The meaning of the option, with its default; line breaks are manual.
  ///   - variable: The environment variable that gives the value unless the command line does;
  ///     `nil` for the flag in upper case with underscores.
  /// - Returns: The text of the value, the last one if there are several; `nil` if the option is
  ///   not given, and for `--help`.
  /// - Throws: ``CommandError`` when the value is missing. Any other error if there is such an
  ///   option or variable already.
  public mutating func option(
    _ flag: String, _ placeholder: String, help: String, variable: String? = nil
  ) throws -> String? {
    try option(flag, placeholder, help: help, variable: variable, expecting: "a text") { $0 }
  }

  /// Adds an option, and returns its parsed value.
  ///
  /// - Parameters:
  ///   - flag: The option, such as `--shelves`, in lower case.
  ///   - placeholder: The placeholder for the value in the help, such as `COUNT`.
  ///   - help: The meaning of the option, with its default; line breaks are manual.
  ///   - variable: The environment variable that gives the value unless the command line does;
  ///     `nil` for the flag in upper case with underscores.
  ///   - expected: What the value must be, such as "a number from 1 to 9", for the message about
  ///     any other text. The message repeats the text, so don't parse a secret.
  ///   - parse: Returns the value that a text stands for, or `nil` for a text without a meaning.
  /// - Returns: The value, the last one if there are several; `nil` if the option is not given, and
  ///   for `--help`.
  /// - Throws: ``CommandError`` when the value is missing or wrong. Any other error if there is such
  ///   an option or variable already.
  public mutating func option<Value>(
    _ flag: String, _ placeholder: String, help: String, variable: String? = nil,
    expecting expected: String, parse: (_ text: String) throws -> Value?
  ) throws -> Value? {
    let option = CommandOption.Description(
      flag: flag, placeholder: placeholder, help: help, variable: variable)
    guard flag.wholeMatch(of: /--[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
      throw HostMistake("\"\(flag)\" can't be an option, which has the form --two-words.")
    }
    let existing: [CommandOption.Description] = CommandOption.all.map(\.description) + options
    if flag == "--help" || existing.contains(where: { $0.flags.contains(flag) }) {
      throw HostMistake("There is an option \(flag) already.")
    }
    if let other = existing.first(where: { $0.variables.contains(option.variable) }) {
      throw HostMistake("\(other.flag) has the variable \(option.variable) already.")
    }
    options.append(option)
    guard !isHelp, let given = try given.values(of: option).last else { return nil }
    guard let value = try parse(given.text) else { throw given.error(expected) }
    return value
  }

  /// Adds a requirement without which an option of the command line would do nothing: the server does
  /// not start then.
  ///
  /// - Parameter need: The rest of a sentence that begins with the option and "needs".
  package mutating func require(
    _ need: String, for flag: String,
    isMet: @escaping @Sendable (HostConfiguration) -> Bool
  ) {
    needs.append(OptionNeed([flag], need, isForFlags: true) { isMet($0.host) })
  }

  /// Adds a kind of storage, which `--storage SCHEME:ADDRESS` chooses.
  ///
  /// - Parameters:
  ///   - scheme: The word before the colon, such as `postgres`, in lower case.
  ///   - placeholder: The placeholder for the address in the help, such as `HOST/DATABASE`.
  ///   - open: Opens the storage. A thrown error is printed, and the program exits with 1. When the
  ///     server is stopped while it waits for the storage, the task is cancelled. The storage is
  ///     closed before the program exits.
  /// - Throws: An error if the scheme has another form or exists already.
  public mutating func addStorage(
    _ scheme: String, _ placeholder: String,
    open: @escaping @Sendable (StorageRequest) async throws -> any SessionStorage
  ) throws {
    guard scheme.wholeMatch(of: /[a-z][a-z0-9+.-]*/) != nil else {
      throw HostMistake("\"\(scheme)\" can't be the scheme of a storage.")
    }
    let known = StorageOption.postgresSchemes.union(["memory", "sqlite"])
    if known.contains(scheme) || storages.contains(where: { $0.scheme == scheme }) {
      throw HostMistake("There is a storage \(scheme) already.")
    }
    storages.append(HostedStorage(scheme: scheme, placeholder: placeholder, open: open))
  }

  /// Adds a command.
  ///
  /// - Parameters:
  ///   - name: The word that selects the command.
  ///   - usage: Its arguments, for the help.
  ///   - help: What it does; line breaks are manual.
  ///   - run: Runs the command with all arguments that follow its name, and returns the exit code.
  ///     A thrown error is printed; the program then exits with 1, or with 2 for a ``CommandError``.
  /// - Throws: An error if there is such a command already.
  public mutating func addCommand(
    _ name: String, usage: String = "", help: String,
    run: @escaping @Sendable (_ arguments: [String]) async throws -> Int32
  ) throws {
    guard name.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil else {
      throw HostMistake("\"\(name)\" can't be a command.")
    }
    if CommandOptions.Action(name) != .other(name) || commands.contains(where: { $0.name == name })
    {
      throw HostMistake("There is a command \(name) already.")
    }
    commands.append(HostedCommand(name: name, usage: usage, help: help, run: run))
  }

  /// Checks what was configured, and gives the features their dependencies.
  ///
  /// - Throws: ``HostMistake``.
  mutating func finish() throws {
    var names: Set<String> = []
    for feature in features where !names.insert(feature.name).inserted {
      throw HostMistake("Two features have the name \"\(feature.name)\".")
    }
    if service.storage != nil {
      throw HostMistake(
        "configure can't set service.storage, which other commands would not see; "
          + "add a storage with addStorage, which --storage chooses.")
    }
    features = features.map { feature in
      overrides.reduce(feature) { $0.overridingDependencies($1) }
    }
  }
}

/// How a command opens a storage that a host has added.
public struct StorageRequest: Sendable, Hashable {
  /// The text after the scheme and the colon.
  public let address: String
  /// Whether a server opens the storage, for as long as it runs: it must be the only one. Other
  /// commands may run at the same time as a server.
  public let isForServer: Bool
  /// Whether a storage that does not exist is created, as for a server and for `sessions import`. For
  /// other commands, its name is a mistake.
  public let creates: Bool
  /// The number of seconds for which a server waits for another one that uses the storage.
  public let wait: Double
  /// Whether an acknowledged action need not survive a crash of the system: `--durability relaxed`.
  public let isRelaxed: Bool
}

/// A kind of storage that a host has added.
struct HostedStorage: Sendable {
  let scheme: String
  let placeholder: String
  let open: @Sendable (StorageRequest) async throws -> any SessionStorage
}

/// A command that a host has added.
struct HostedCommand: Sendable {
  let name: String
  let usage: String
  let help: String
  let run: @Sendable ([String]) async throws -> Int32
}

/// A mistake in the program, which adds what exists already or can't be added.
struct HostMistake: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
