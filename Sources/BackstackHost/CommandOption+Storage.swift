import BackstackHTTP
import BackstackPlatform
import BackstackService

extension CommandOption {
  /// The options for the storage of sessions.
  static let storage = [
    Self(
      "--storage", "WHERE",
      """
      sqlite:FILE, postgres://USER@HOST/DATABASE, or memory,
      where sessions end with the process (default
      \(StorageOption.standard), a file in the folder that
      it was started in)
      """
    ) { (options, value) throws(CommandError) in
      options.storage.location = value
    },
    Self(
      "--storage-wait", "SECONDS",
      """
      how long serve waits for another server that uses the
      same file to stop, or for a database that can't be
      reached, before it exits (default 30)
      """
    ) { (options, value) throws(CommandError) in
      options.storage.wait = try value.seconds(allowsZero: true)
    },
    Self(
      "--durability", "full|relaxed",
      """
      what an action survives once it has a response: with full
      a crash of the system or a power failure, with relaxed
      only a crash of the process (default full)
      """
    ) { (options, value) throws(CommandError) in
      options.storage.isRelaxed = try value.isRelaxed
    },
    Self(
      "--crash-file", "FILE",
      """
      records the sessions that crashes happen in (default
      next to the SQLite file; with PostgreSQL, the file
      backstack-crashes in the folder that it was started in)
      """
    ) { (options, value) throws(CommandError) in
      guard !value.text.isEmpty else { throw value.error("the path of a file") }
      options.storage.crashFile = value.text
    },
    Self(
      "--cluster-listen", "ADDRESS",
      """
      be a node of the cluster of all servers that have the same
      PostgreSQL database and this option, and serve the other
      nodes here, such as 10.0.0.7:7000; only in a network
      that you trust
      """
    ) { (options, value) throws(CommandError) in
      options.clusterListen = try value.peerAddress
    },
    Self(
      "--cluster-advertise", "ADDRESS",
      """
      where other nodes reach this one (default the address of
      --cluster-listen)
      """
    ) { (options, value) throws(CommandError) in
      let address = try value.peerAddress
      guard !address.isWildcard, address.port != 0 else {
        throw value.error("an address that other nodes reach, such as 10.0.0.7:7000")
      }
      options.clusterAdvertise = address.url.replacing("http://", with: "")
    },
    Self("--node-name", "NAME", "the node's name, for people (default the address)") {
      (options, value) throws(CommandError) in
      options.nodeName = value.text
    },
    Self(
      "--passivate-after", "SECONDS",
      """
      how long a stored session stays in memory without a
      request (default 300)
      """,
      formerly: "--put-aside-after"
    ) { (options, value) throws(CommandError) in
      options.service.passivateAfter = try value.seconds()
    },
    Self("--history-age", "SECONDS", "how old a version in the history may be (default any)") {
      (options, value) throws(CommandError) in
      options.service.journalLimits.age = try value.seconds()
    },
  ]
}

extension CommandValue {
  /// A numeric IP address and a port.
  var peerAddress: HTTPListenAddress {
    get throws(CommandError) {
      guard let address = HTTPListenAddress(text), Self.isNumeric(address) else {
        throw error("a numeric address with a port, such as 10.0.0.7:7000")
      }
      return address
    }
  }

  // A function of its own: in one condition, the optimizer of Swift 6.3.1 crashes.
  private static func isNumeric(_ address: HTTPListenAddress) -> Bool {
    guard let host = address.host, let number = address.port, let port = UInt16(exactly: number)
    else { return false }
    return SocketAddress(host: host, port: port) != nil
  }

  var isRelaxed: Bool {
    get throws(CommandError) {
      switch text {
      case "full": false
      case "relaxed": true
      default: throw error("full or relaxed")
      }
    }
  }
}

extension HTTPListenAddress {
  /// Whether it is all addresses of the machine, of which none tells another machine where it is.
  var isWildcard: Bool {
    guard let host, let number = port, let port = UInt16(exactly: number) else { return false }
    return SocketAddress(host: host, port: port)?.isWildcard ?? false
  }
}
