import BackstackPlatform

/// The listening sockets that the supervisor of this process has opened and passed to it, such as
/// systemd (sd_listen_fds(3)).
struct PassedSockets: Hashable, Sendable {
  /// The descriptors for clients, which replace `--host`, `--port` and `--listen`; empty if none is
  /// passed.
  private(set) var service: [Int32] = []
  /// The descriptors for administration, which replace `--admin-listen`; empty if none is passed.
  private(set) var admin: [Int32] = []

  /// The maximum number of sockets.
  static let maximumCount = 1024
  private static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// Creates the sockets that an environment names; none if it is for another process.
  ///
  /// - Parameters:
  ///   - processID: The id of this process.
  ///   - first: The first descriptor: 3, except in tests.
  /// - Throws: ``CommandError`` when a variable has an invalid value, or a socket an unknown name.
  init(
    environment: [String: String], processID: Int32, first: Int32 = 3
  ) throws(CommandError) {
    guard let owner = environment["LISTEN_PID"], let count = environment["LISTEN_FDS"],
      try CommandValue(name: "LISTEN_PID", text: owner).count(1...Int(Int32.max)) == processID
    else { return }
    let number = try CommandValue(name: "LISTEN_FDS", text: count).count(1...Self.maximumCount)
    let descriptors = (0..<number).map { first + Int32($0) }
    // What supervisors pass that don't name their sockets.
    var names = [String](repeating: "", count: descriptors.count)
    if let text = environment["LISTEN_FDNAMES"] {
      names = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard names.count == descriptors.count else {
        throw CommandValue(name: "LISTEN_FDNAMES", text: text)
          .error("as many names as LISTEN_FDS, \(descriptors.count)")
      }
    }
    try assign(descriptors, names)
  }

  private mutating func assign(_ descriptors: [Int32], _ names: [String]) throws(CommandError) {
    var unnamed: [Int32] = []
    for (descriptor, name) in zip(descriptors, names) {
      switch name {
      case "backstack": service.append(descriptor)
      case "admin": admin.append(descriptor)
      // The second is what sd_listen_fds_with_names(3) calls sockets without a name.
      case "", "unknown": unnamed.append(descriptor)
      default:
        throw CommandError(
          "The name of a passed socket must be backstack (for clients) or admin, not \"\(name)\".")
      }
    }
    guard !unnamed.isEmpty else { return }
    guard unnamed.count == 1, service.isEmpty else {
      throw CommandError(
        "Of several passed sockets, each needs a name: backstack (for clients) or admin.")
    }
    service = unnamed
  }

  /// Removes the variables from the environment and marks the descriptors, so that no program that
  /// this process starts has the sockets. Call this before there are other threads.
  func keepFromChildren() {
    for variable in Self.variables { SystemProcess.removeEnvironment(variable) }
    for descriptor in service + admin { FileDescriptor.closeOnExec(descriptor) }
  }
}
