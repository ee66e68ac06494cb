import BackstackHTTP
import BackstackService

extension CommandOption {
  /// The options for access to the service, and for its rate.
  static let access = [
    Self(
      "--api-keys", "NAME=KEY",
      """
      require Authorization: Bearer KEY; several, separated by
      commas. Prefer API_KEYS: other users can see flags
      """
    ) { (options, value) throws(CommandError) in
      options.service.apiKeys = try value.apiKeys(after: options.service.apiKeys)
    },
    Self(
      "--key-rights", "NAME=read|safe|on[:FEATURE]",
      """
      let the key of a name only read, or only act by what is
      not destructive, as an agent; only in some features
      (FEATURE+FEATURE); several, separated by commas
      """
    ) { (options, value) throws(CommandError) in
      options.service.keyRights = try value.keyRights(after: options.service.keyRights)
    },
    Self(
      "--share-sessions", "on|off",
      """
      let a client with any key use every session whose id it
      knows, not only those that it created (default off)
      """
    ) { (options, value) throws(CommandError) in
      options.service.sharesSessions = try value.isOn
    },
    Self(
      "--web", "FOLDER|off",
      """
      serve the files of a folder with an index.html at /app/,
      in place of the pages of the demo's features; off:
      neither these nor /client/
      """
    ) { (options, value) throws(CommandError) in
      options.service.webFiles = try value.webFiles
    },
    Self(
      "--mcp", "off|read|safe|on",
      """
      let agents use sessions by the Model Context Protocol, at
      /mcp: look at them, with safe also use what is not
      destructive, with on do all that a client can (default off)
      """
    ) { (options, value) throws(CommandError) in
      options.agentRights = try value.agentRights
    },
    Self(
      "--a2ui", "on|off",
      """
      also serve screens as messages of A2UI, for renderers that
      know nothing of this service (default off)
      """
    ) { (options, value) throws(CommandError) in
      options.servesA2UI = try value.isOn
    },
    Self(
      "--base-path", "PATH",
      """
      the path below which a proxy offers the service, such as
      /shop; it may pass requests on with it or without
      (default none)
      """
    ) { (options, value) throws(CommandError) in
      options.service.basePath = try value.basePath
    },
    Self(
      "--cors-origins", "ORIGIN",
      """
      let web pages of https://app.example use the service;
      several, separated by commas
      """
    ) { (options, value) throws(CommandError) in
      options.service.allowedOrigins += try value.origins
    },
    Self(
      "--allowed-hosts", "HOST",
      """
      hosts that Host may name, such as app.example or
      localhost:8080; several, separated by commas; requests
      for others get 421 (default any)
      """
    ) { (options, value) throws(CommandError) in
      options.service.allowedHosts += try value.hosts
    },
    Self(
      "--trusted-proxies", "PROXY",
      """
      take a client's address from Forwarded or X-Forwarded-For
      when 10.0.0.1, 10.0.0.0/8, fd00::/8 or unix (a Unix
      socket) sends it; several, separated by commas
      """
    ) { (options, value) throws(CommandError) in
      options.http.trustedProxies.formUnion(try value.proxies)
    },
    Self(
      "--rate-limit", "REQUESTS",
      """
      requests per second of a key, or of an address without a
      key; more get 429 (default any number)
      """
    ) { (options, value) throws(CommandError) in
      options.rate = try value.rate
    },
    Self(
      "--rate-burst", "COUNT",
      "these requests at once (default ten seconds' worth)"
    ) { (options, value) throws(CommandError) in
      options.burst = try value.count(1...1_000_000)
    },
  ]

  /// The options for the quotas of each principal.
  static let quotas = [
    Self(
      "--max-sessions-per-principal", "COUNT",
      """
      sessions that a key may have; one more gets 403
      (default any number)
      """
    ) { (options, value) throws(CommandError) in
      options.service.quotas.sessions = try value.count(1...100_000_000)
    },
    Self(
      "--max-stored-bytes-per-principal", "BYTES",
      """
      bytes that the states and histories of a key's sessions may
      take where they are stored; more get 403 (default any)
      """
    ) { (options, value) throws(CommandError) in
      options.service.quotas.storedBytes = try value.count(1...1_000_000_000_000)
    },
    Self(
      "--max-streams-per-principal", "COUNT",
      """
      streams of events that a key may have open; one more gets
      429 (default any number)
      """
    ) { (options, value) throws(CommandError) in
      options.service.quotas.streams = try value.count(1...10_000_000)
    },
    Self(
      "--max-effects-per-principal", "COUNT",
      """
      effects in flight in the sessions of a key; from then on,
      creations and actions get 429 (default any number)
      """
    ) { (options, value) throws(CommandError) in
      options.service.quotas.effects = try value.count(1...1_000_000_000)
    },
  ]

  /// The options for the limits of sessions.
  static let sessionLimits = [
    Self("--max-sessions", "COUNT", "sessions; one more gets 503 (default 100000)") {
      (options, value) throws(CommandError) in
      options.service.maximumSessions = try value.count(1...100_000_000)
    },
    Self(
      "--max-memory", "BYTES|off",
      """
      memory of the process; then creations and requests that
      would make a state larger get 503 (default three quarters
      of what the machine or the control group has)
      """
    ) { (options, value) throws(CommandError) in
      options.service.maximumMemory = try value.countOrOff(1...1 << 50)
    },
    Self(
      "--max-state", "BYTES",
      """
      a session's state as JSON; a request that would exceed it
      gets 422, effects that exceed it end the session
      (default 1048576)
      """
    ) { (options, value) throws(CommandError) in
      options.service.maximumStateBytes = try value.count(2...1_073_741_824)
    },
    Self(
      "--max-action-body", "BYTES",
      "content of an action; more gets 413 (default --max-body)"
    ) { (options, value) throws(CommandError) in
      options.service.maximumActionBytes = try value.count(1...1_073_741_824)
    },
    Self(
      "--max-creation-body", "BYTES",
      "content of a creation; more gets 413 (default --max-body)"
    ) { (options, value) throws(CommandError) in
      options.service.maximumCreationBytes = try value.count(1...1_073_741_824)
    },
    Self(
      "--max-wait", "SECONDS",
      """
      how long a client may let a response wait for effects or
      the next version; a longer wait counts as this one
      (default 60)
      """
    ) { (options, value) throws(CommandError) in
      options.service.maximumWait = try value.count(1...3600)
    },
    Self(
      "--max-effect-actions", "COUNT",
      """
      actions that the effects of a session may send per second;
      more end the session (default 10000)
      """
    ) { (options, value) throws(CommandError) in
      options.service.effectLimits.actionsPerSecond = try value.count(1...1_000_000_000)
    },
    Self(
      "--max-effect-bytes", "BYTES",
      """
      bytes that the effects of a session may cause per second;
      more end the session (default 33554432)
      """
    ) { (options, value) throws(CommandError) in
      options.service.effectLimits.bytesPerSecond = try value.count(1...1_000_000_000_000)
    },
    Self(
      "--max-effects", "COUNT",
      "effects in flight in a session; more end the session (default 1000)"
    ) { (options, value) throws(CommandError) in
      options.service.effectLimits.inFlight = try value.count(1...1_000_000_000)
    },
    Self("--history-entries", "COUNT", "versions a session remembers (default 200)") {
      (options, value) throws(CommandError) in
      options.service.journalLimits.entries = try value.count(1...1_000_000)
    },
    Self(
      "--history-bytes", "BYTES",
      "actions and snapshots of these versions (default 32768)"
    ) { (options, value) throws(CommandError) in
      options.service.journalLimits.bytes = try value.count(0...1_073_741_824)
    },
    Self(
      "--idempotency-keys", "COUNT",
      "requests with a key that a session stores (default 100)"
    ) { (options, value) throws(CommandError) in
      options.service.answerLimits.keys = try value.count(1...1_000_000)
    },
    Self(
      "--idempotency-bytes", "BYTES",
      "answers to these, except the latest (default 262144)"
    ) { (options, value) throws(CommandError) in
      options.service.answerLimits.bytes = try value.count(0...1_073_741_824)
    },
  ]
}
