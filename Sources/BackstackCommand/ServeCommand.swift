import BackstackDemo
import BackstackHTTP
import BackstackService
import BackstackStorage
import Glibc

/// Hosts the demo features until a signal stops the server.
struct ServeCommand {
  let options: CommandOptions

  /// Runs the server.
  ///
  /// - Returns: The exit code: 0 when all requests got their responses, 1 when the server can't
  ///   start, 3 when requests were cut off.
  func run() -> Int32 {
    // Created first, so that no signal is lost, however early it comes.
    let signals = HTTPStopSignals()
    do throws(StorageFailure) {
      let storage = try options.storage.open(forServer: signals)
      defer {
        if let storage { waiting { await storage.close() } }
      }
      return serve(storage, until: signals)
    } catch {
      // A server that is stopped while it waits for another one has not failed.
      if signals.haveArrived { return 0 }
      Command.write("backstack: \(error.message)\n", to: STDERR_FILENO)
      return 1
    }
  }

  private func serve(_ storage: (any SessionStorage)?, until signals: HTTPStopSignals) -> Int32 {
    do throws(HTTPServerError) {
      let log = try options.accessLog.map { destination throws(HTTPServerError) in
        try HTTPAccessLog(options.accessLogFormat, to: destination)
      }
      let rotation = log.map { log in
        SignalSource(signals: [SIGHUP, SIGUSR1]) { _ in log.reopen() }
      }
      defer {
        rotation?.cancel()
        log?.close()
      }
      var configuration = options.configuration
      configuration.storage = storage
      configuration.crashReporting = CrashReporting(recordPath: options.storage.crashPath)
      let server = BackstackServer(
        features: demoFeatures, configuration: configuration, http: http(log))
      try server.start()
      announceAddresses(server)
      let isDrained = server.runUntilSignal(
        graceSeconds: options.gracePeriod, pauseSeconds: options.drainDelay, signals: signals)
      return isDrained ? 0 : 3
    } catch {
      Command.write("backstack: \(error.message)\n", to: STDERR_FILENO)
      return 1
    }
  }

  private func http(_ log: HTTPAccessLog?) -> HTTPServerConfiguration {
    var http = options.http
    http.addresses = options.addresses
    http.accessLog = log
    http.echoesRequestID = options.echoesRequestID ?? (log != nil)
    return http
  }

  /// Prints the server's addresses, and logs them.
  private func announceAddresses(_ server: BackstackServer) {
    let lines =
      server.localAddresses.map { "Backstack serves \($0.url)\n" }
      + server.adminAddresses.map { "Backstack reports its state at \($0.url)\n" }
    Command.write(lines.joined(), to: STDOUT_FILENO)
    server.logStart()
  }
}
