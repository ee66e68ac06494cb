import BackstackA2UI
import BackstackAgents
import BackstackCluster
import BackstackHTTP
import BackstackPlatform
import BackstackPostgres
import BackstackService
import BackstackSessions
import BackstackStorage

/// Hosts the features until a signal stops the server.
struct ServeCommand {
  let host: HostConfiguration
  let options: CommandOptions
  let storage: ChosenStorage
  /// The service manager that has started the process, if there is one.
  private let serviceManager: ServiceManager?

  init(host: HostConfiguration, options: CommandOptions, storage: ChosenStorage) {
    self.host = host
    self.options = options
    self.storage = storage
    serviceManager = options.notifySocket.map { name in
      ServiceManager(name: name) { [service = host.service] in
        service.logMessage("service-manager-unreachable", $0)
      }
    }
  }

  /// Runs the server.
  ///
  /// - Returns: The exit code: 0 when all requests got their responses, 1 when the server can't
  ///   start, 3 when requests were cut off.
  func run() -> Int32 {
    // Created first, so that no signal is lost, however early it comes.
    let signals = HTTPStopSignals()
    // Without a log, too: by default these signals end a process at once.
    let openLog = OpenLog()
    let rotation = SignalSource(signals: SystemProcess.reopenSignals) { _ in
      openLog.log.withLock { $0 }?.reopen()
    }
    defer { rotation.cancel() }
    serviceManager?.notify(.starting)
    defer { host.service.finishLog() }
    do throws(StorageFailure) {
      try storage.checkFile(storage.crashPath, of: "--crash-file")
      try storage.checkFile(options.accessLog?.path, of: "--access-log")
      let storage = try storage.open(forServer: signals, creates: true)
      defer {
        if let storage { waiting { await storage.close() } }
      }
      return serve(storage, until: signals, reopening: openLog)
    } catch {
      // A server that is stopped while it waits for another one has not failed.
      if signals.haveArrived { return 0 }
      StandardError.write("\(host.name): \(error.message)")
      return 1
    }
  }

  /// - Parameter openLog: Gets the access log while it is open.
  private func serve(
    _ storage: (any SessionStorage)?, until signals: HTTPStopSignals,
    reopening openLog: OpenLog
  ) -> Int32 {
    do throws(HTTPServerError) {
      let log = try options.accessLog.map { destination throws(HTTPServerError) in
        try HTTPAccessLog(options.accessLogFormat, to: destination) { [service = host.service] in
          service.logMessage("access-log-failing", $0)
        }
      }
      openLog.log.withLock { $0 = log }
      defer {
        openLog.log.withLock { $0 = nil }
        log?.close()
      }
      var configuration = host.service
      configuration.storage = storage
      do throws(StorageFailure) {
        try join(storage, &configuration)
      } catch {
        StandardError.write("\(host.name): \(error.message)")
        return 1
      }
      if let rights = options.agentRights {
        configuration.innermostMiddleware.append(
          AgentAccess(
            to: host.features, rights: rights, keyRights: configuration.keyRights,
            allowedOrigins: configuration.allowedOrigins, servesA2UI: options.servesA2UI))
        configuration.pathsWithOwnRights.insert(AgentAccess.path)
      }
      // Behind the agents, which read its messages as a resource.
      if options.servesA2UI { configuration.innermostMiddleware.append(A2UIAccess()) }
      var crashReporting = configuration.crashReporting ?? CrashReporting()
      crashReporting.recordPath = crashReporting.recordPath ?? self.storage.crashPath
      configuration.crashReporting = crashReporting
      var http = host.http
      http.accessLog = log ?? http.accessLog
      let server = BackstackServer(
        features: host.features, configuration: configuration, http: http)
      // Before the first request may come to a route of the host.
      host.server.set(server)
      defer { host.server.set(nil) }
      try server.start()
      announceAddresses(server)
      let isDrained = server.runUntilSignal(
        graceSeconds: options.gracePeriod, pauseSeconds: options.drainDelay, signals: signals
      ) { [serviceManager] in
        serviceManager?.notify(.stopping)
        server.logStopping()
      }
      server.logStop(isDrained: isDrained)
      return isDrained ? 0 : 3
    } catch {
      StandardError.write("\(host.name): \(error.message)")
      return 1
    }
  }

  /// Makes the server a node of its cluster, if it is to be one.
  ///
  /// - Throws: ``StorageFailure`` if the storage can't have several nodes, or has some that this
  ///   server would disturb.
  private func join(
    _ storage: (any SessionStorage)?, _ configuration: inout ServiceConfiguration
  ) throws(StorageFailure) {
    #if PostgreSQL
      if let storage = storage as? PostgresStorage {
        guard let address = options.clusterListen else {
          let count: Int
          do throws(StorageError) {
            // Longer than a node that beats takes for two beats.
            count = try PostgresNodes(of: storage).beatingCount(within: .seconds(1))
          } catch {
            throw StorageFailure(message: "The PostgreSQL database can't be used. \(error)")
          }
          guard count == 0 else {
            throw StorageFailure(
              message: "The database belongs to a cluster of \(count) nodes. "
                + "This server needs --cluster-listen to be one, too.")
          }
          return
        }
        var random = SystemRandomNumberGenerator()
        let profile = NodeProfile(
          name: options.nodeName ?? options.clusterAdvertise ?? address.description, address: "",
          secret: NodeSecret(using: &random))
        let sessions = ClusterConfiguration(profile) { [configuration] in
          if let reason = $0 {
            configuration.logMessage("cluster-unreachable", reason)
          } else {
            configuration.sessions.logEvent(.notice, "cluster-reachable") { _ in }
          }
        }
        configuration.cluster = ClusterNode(
          sessions, at: address, advertisedAddress: options.clusterAdvertise
        ) { PostgresNodes(of: storage) }
        return
      }
    #endif
  }

  /// Prints the server's addresses, logs them, and reports them to the service manager.
  private func announceAddresses(_ server: BackstackServer) {
    let lines =
      lines("Backstack serves", host.http.addresses, server.localAddresses)
      + lines(
        "Backstack reports its state at", host.service.adminAddresses, server.adminAddresses)
      + clientLines(server.localAddresses) + inspectorLine(server.adminAddresses)
    let bytes = Array(lines.joined().utf8)
    let output = FileDescriptor.standardOutput
    // At once: scripts wait for the first line. Clients don't need it, so the server runs without.
    if !FileDescriptor.waitUntilWritable(output, milliseconds: 1000)
      || FileDescriptor.write(bytes, to: output) < bytes.count
    {
      host.service.logMessage("output-failing", "Standard output gets no lines with addresses.")
    }
    server.logStart()
    serviceManager?.notify(.ready(addresses: server.localAddresses.map(\.url)))
  }

  /// Returns lines about the clients on this machine: a browser, and a terminal.
  private func clientLines(_ addresses: [HTTPListenAddress]) -> [String] {
    guard let url = Self.url(addresses) else { return [] }
    let app = host.service.webFiles?.page == nil ? [] : ["Open \(url)/app/ in a browser.\n"]
    let program = CommandLine.arguments.first ?? host.name
    return app + ["Play in another terminal: \(program) play \(url)\n"]
  }

  /// Returns a line with the URL of the inspector. It contains a random key, so it is printed, not logged.
  private func inspectorLine(_ addresses: [HTTPListenAddress]) -> [String] {
    guard let inspector = host.service.inspector, let url = Self.url(addresses) else { return [] }
    // A key that was chosen is known, and may be none that a journal should have.
    let key = options.adminKey == nil ? "#key=\(inspector.key)" : ""
    return ["The inspector is at \(url)/inspector/\(key)\n"]
  }

  /// Returns the first of the addresses that a browser on this machine can open.
  private static func url(_ addresses: [HTTPListenAddress]) -> String? {
    addresses.first { $0.port != nil }?.url
      .replacing("//0.0.0.0:", with: "//localhost:").replacing("//[::]:", with: "//localhost:")
  }

  /// Returns a line for each address, which names the address that the server listens on.
  private func lines(
    _ beginning: String, _ wanted: [HTTPListenAddress], _ actual: [HTTPListenAddress]
  ) -> [String] {
    zip(wanted, actual).map { wanted, actual in
      "\(beginning) \(actual.url)\(wanted.isPassed ? ", on a passed socket" : "")\n"
    }
  }
}

/// The access log while it is open, for the signals that reopen its file.
private final class OpenLog: Sendable {
  let log = Guarded<HTTPAccessLog?>(nil)
}
