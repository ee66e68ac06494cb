import BackstackHTTP
import BackstackService

extension CommandOption {
  /// All options, in the order of the help.
  static let all = groups.flatMap(\.options)

  /// The options under the headings of the help.
  static let groups = [
    (heading: "Addresses", options: listening),
    (heading: "Inspector", options: inspector),
    (heading: "How long it waits", options: life),
    (heading: "Storage", options: storage),
    (heading: "Clients", options: access),
    (heading: "Logs and fields", options: records),
    (heading: "Connections and requests", options: limits),
    (heading: "Sessions", options: sessionLimits),
    (heading: "Each key", options: quotas),
  ]

  private static let listening = [
    Self("--host", "ADDRESS", "the address to listen on (default 127.0.0.1)") {
      (options, value) throws(CommandError) in
      options.givenHost = value
    },
    Self("--port", "PORT", "the port, 0 for any free one; the first line names it (default 8080)") {
      (options, value) throws(CommandError) in
      options.port = try value.port
    },
    Self(
      "--listen", "ADDRESS",
      """
      instead of --host and --port: 127.0.0.1:8080, [::]:8080
      (IPv4, too) or unix:PATH; several, separated by commas
      or by giving the option again
      """
    ) { (options, value) throws(CommandError) in
      options.listen += try value.addresses
    },
    Self("--socket-mode", "MODE", "the permissions of Unix sockets, such as 660") {
      (options, value) throws(CommandError) in
      options.socketMode = try value.mode
    },
    Self("--reuse-port", "on|off", "let other processes listen on the same port (default off)") {
      (options, value) throws(CommandError) in
      options.http.reusesPort = try value.isOn
    },
    Self(
      "--admin-listen", "ADDRESS",
      """
      also serve /livez, /readyz and /healthz here, and serve
      /metrics only here
      """
    ) { (options, value) throws(CommandError) in
      options.adminListen += try value.addresses
    },
  ]

  private static let inspector = [
    Self(
      "--inspector", "off|read|full",
      """
      pages at --admin-listen that show sessions, or with full
      also change them (default off)
      """
    ) { (options, value) throws(CommandError) in
      options.inspectorMode = try value.inspectorMode
    },
    Self(
      "--inspector-redact", "on|off",
      "show only how long texts are, not the texts (default off)"
    ) { (options, value) throws(CommandError) in
      options.redactsTexts = try value.isOn
    },
    Self(
      "--admin-key", "KEY",
      """
      the key of the inspector's pages, at least 16 characters
      (default a random key, which is printed)
      """
    ) { (options, value) throws(CommandError) in
      options.adminKey = try value.bearerToken
    },
    Self(
      "--admin-hosts", "HOST",
      """
      the hosts at which browsers may reach the inspector,
      besides localhost and addresses: several, separated by
      commas
      """
    ) { (options, value) throws(CommandError) in
      options.adminHosts = try value.hosts
    },
  ]

  private static let life = [
    Self(
      "--grace-period", "SECONDS",
      "how long requests may take after SIGTERM (default 10)"
    ) { (options, value) throws(CommandError) in
      options.gracePeriod = try value.seconds(allowsZero: true)
    },
    Self(
      "--drain-delay", "SECONDS",
      """
      how long connections are still accepted after SIGTERM,
      while /readyz is 503 (default 0)
      """
    ) { (options, value) throws(CommandError) in
      options.drainDelay = try value.seconds(allowsZero: true)
    },
    Self(
      "--idle-timeout", "SECONDS",
      "how long a session lives without a request (default 3600)"
    ) { (options, value) throws(CommandError) in
      options.service.idleTimeout = try value.seconds()
    },
    Self(
      "--max-idle-timeout", "SECONDS",
      """
      the maximum that the creator of a session may choose for
      it, as ttl; more gets 422 (default --idle-timeout)
      """
    ) { (options, value) throws(CommandError) in
      options.service.maximumIdleTimeout = try value.seconds()
    },
  ]

  private static let records = [
    Self(
      "--access-log", "WHERE",
      """
      off, stdout, stderr, or a file that SIGHUP and SIGUSR1
      reopen (default off)
      """
    ) { (options, value) throws(CommandError) in
      options.accessLog = try value.logDestination
    },
    Self("--access-log-format", "json|text", "text is the Combined Log Format (default json)") {
      (options, value) throws(CommandError) in
      options.accessLogFormat = try value.logFormat
    },
    Self(
      "--echo-request-id", "on|off",
      "send X-Request-Id (default on with an access log, else off)"
    ) { (options, value) throws(CommandError) in
      options.echoesRequestID = try value.isOn
    },
    Self("--server-name", "NAME", "the value of the field Server (default none)") {
      (options, value) throws(CommandError) in
      options.http.serverName = try value.fieldValue
    },
  ]

  private static let limits = [
    Self("--loops", "COUNT", "threads that serve connections (default one per core)") {
      (options, value) throws(CommandError) in
      options.http.loops = try value.count(1...1024)
    },
    Self(
      "--poller", PollerKind.allCases.map(\.rawValue).joined(separator: "|"),
      "how these threads wait for sockets (default \(PollerKind.systemDefault.rawValue))"
    ) { (options, value) throws(CommandError) in
      options.http.poller = try value.poller
    },
    Self("--max-connections", "COUNT", "open connections; more get 503 (default 10000)") {
      (options, value) throws(CommandError) in
      options.http.maximumConnections = try value.count(1...10_000_000)
    },
    Self(
      "--max-per-address", "COUNT|off",
      """
      open connections of one IPv4 address or IPv6 network
      of 64 bits; more get 503 (default 5000)
      """
    ) { (options, value) throws(CommandError) in
      options.http.maximumConnectionsPerAddress = try value.countOrOff(1...10_000_000)
    },
    Self(
      "--max-unfinished", "BYTES|off",
      """
      unread responses and incomplete content of all
      connections; beyond it, the oldest are closed (default an
      eighth of what the machine or the control group has)
      """
    ) { (options, value) throws(CommandError) in
      options.http.maximumUnfinishedBytes = try value.countOrOff(1...1 << 50)
    },
    Self("--max-body", "BYTES", "content of a request; more gets 413 (default 1048576)") {
      (options, value) throws(CommandError) in
      options.http.limits.bodyBytes = try value.count(0...1_073_741_824)
    },
    Self("--header-timeout", "SECONDS", "time for the fields of a request (default 10)") {
      (options, value) throws(CommandError) in
      options.http.timeouts.header = .seconds(try value.seconds())
    },
    Self("--body-timeout", "SECONDS", "time for the content of a request (default 30)") {
      (options, value) throws(CommandError) in
      options.http.timeouts.body = .seconds(try value.seconds())
    },
    Self(
      "--response-timeout", "SECONDS|off", "time for the response to a request (default 60)",
      formerly: "--answer-timeout"
    ) { (options, value) throws(CommandError) in
      options.http.timeouts.response = try value.secondsOrOff().map { .seconds($0) }
    },
    Self("--keep-alive-timeout", "SECONDS", "time between two requests (default 60)") {
      (options, value) throws(CommandError) in
      options.http.timeouts.idle = .seconds(try value.seconds())
    },
    Self("--write-timeout", "SECONDS", "time to deliver the minimum of bytes (default 30)") {
      (options, value) throws(CommandError) in
      options.http.timeouts.write = .seconds(try value.seconds())
    },
  ]
}
