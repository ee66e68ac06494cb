import BackstackHTTP
import BackstackService
import BackstackSessions

/// A requirement without which some options would do nothing: the server does not start then.
struct OptionNeed: Sendable {
  /// The configuration that the requirements examine.
  struct Situation {
    let options: CommandOptions
    let host: HostConfiguration
    let location: ChosenStorage.Location

    /// The maximum number of bytes that a feature accepts.
    var maximumInput: Int {
      host.features.map(\.clientInput.maximumBytes).max() ?? ClientInput().maximumBytes
    }

    var isStored: Bool { if case .memory = location { false } else { true } }

    /// Whether requests can have principals: by keys, or by the program's own middleware.
    var hasPrincipals: Bool {
      !host.service.apiKeys.isEmpty || !host.service.middleware.isEmpty
    }
  }

  let flags: [String]
  /// The rest of a sentence that begins with the option and "needs".
  let need: String
  /// Whether it is about the command line only: the variables may be there for other programs, or in an
  /// image.
  let isForFlags: Bool
  let isMet: @Sendable (Situation) -> Bool

  /// The requirements of all options that depend on others.
  static let all = [
    Self(
      ["--storage-wait", "--durability", "--crash-file", "--passivate-after", "--history-age"],
      "a --storage other than memory"
    ) { $0.isStored },
    Self(["--max-stored-bytes-per-principal"], "a --storage other than memory") { $0.isStored },
    Self(
      [
        "--share-sessions", "--max-sessions-per-principal", "--max-stored-bytes-per-principal",
        "--max-streams-per-principal", "--max-effects-per-principal",
      ], "--api-keys"
    ) { $0.hasPrincipals },
    Self(["--key-rights"], "names of --api-keys, and names of features") { situation in
      let names = Set(situation.host.service.apiKeys.map(\.name))
      let features = Set(situation.host.features.map(\.name))
      return situation.host.service.keyRights.allSatisfy { name, rights in
        names.contains(name) && features.isSuperset(of: rights.features ?? [])
      }
    },
    Self(["--rate-burst"], "--rate-limit") { $0.host.service.rateLimit != nil },
    Self(["--access-log-format"], "--access-log") {
      $0.options.accessLog != nil || $0.host.http.accessLog != nil
    },
    Self(["--inspector"], "--admin-listen, such as 127.0.0.1:9090") {
      !$0.host.service.adminAddresses.isEmpty
    },
    Self(["--inspector-redact", "--admin-key", "--admin-hosts"], "--inspector read or full") {
      $0.host.service.inspector != nil
    },
    Self(["--cluster-advertise", "--node-name"], "--cluster-listen") {
      $0.options.clusterListen != nil
    },
    Self(["--cluster-listen"], "--storage postgres://…") {
      if case .database = $0.location { true } else { false }
    },
    Self(["--socket-mode"], "--listen or --admin-listen with a Unix socket, unix:PATH") {
      ($0.options.listen + $0.options.adminListen).contains { $0.path != nil }
    },
    Self(["--max-body"], Self.input) {
      // The program's own middleware may take more than features do.
      $0.host.http.limits.bodyBytes <= $0.maximumInput || !$0.host.service.middleware.isEmpty
    },
    Self(["--max-action-body"], Self.input) {
      $0.host.service.maximumActionBytes ?? 0 <= $0.maximumInput
    },
    Self(["--max-creation-body"], Self.input) {
      $0.host.service.maximumCreationBytes ?? 0 <= $0.maximumInput
    },
    Self(["--max-idle-timeout"], "to be --idle-timeout or more") {
      $0.host.service.maximumIdleTimeout >= $0.host.service.idleTimeout
    },
  ]

  private static let input = "a feature that takes as much (`ClientInput.maximumBytes`)"

  init(
    _ flags: [String], _ need: String, isForFlags: Bool = false,
    isMet: @escaping @Sendable (Situation) -> Bool
  ) {
    self.flags = flags
    self.need = need
    self.isForFlags = isForFlags
    self.isMet = isMet
  }

  /// Checks the requirements of the options that are given and not off.
  ///
  /// - Throws: ``CommandError`` for the first option that would do nothing.
  static func check(_ situation: Situation) throws(CommandError) {
    let options = CommandOption.all.map(\.description) + situation.host.options
    for need in all + situation.host.needs where !need.isMet(situation) {
      for option in options where need.flags.contains(option.flag) {
        let value = try situation.options.given.values(of: option).last
        if let value, value.text != "off", value.isFlag || !need.isForFlags {
          throw CommandError("\(value.name) needs \(need.need).")
        }
      }
    }
  }
}
