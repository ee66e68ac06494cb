package import BackstackHTTP
import BackstackSessions

extension ServiceConfiguration {
  /// Logs a warning on behalf of a command.
  package func logMessage(_ event: String, _ message: String) {
    sessions.logEvent(.warning, event) { $0.member("message", message) }
  }

  /// Waits until the log handler, if there is one, was called for the events so far, at most five
  /// seconds.
  package func finishLog() { sessions.finishLog() }
}

extension HTTPListenAddress {
  /// The address in the form for people and programs.
  package var url: String { path == nil ? "http://\(self)" : "\(self)" }
}

extension BackstackServer {
  /// Logs the addresses of the server, once it has started.
  package func logStart() {
    let places = localAddresses.map(\.url).joined(separator: ", ")
    service.configuration.sessions.logEvent(
      .info, "started", summary: "The server listens on \(places)."
    ) { line in
      for (name, addresses) in [
        ("addresses", localAddresses), ("adminAddresses", adminAddresses),
      ] where !addresses.isEmpty {
        line.member(name, addresses.map(\.url))
      }
    }
  }

  /// Logs that the server has been told to stop.
  package func logStopping() {
    service.configuration.sessions.logEvent(
      .info, "stopping", summary: "The server lets requests finish, and stops."
    ) { _ in }
  }

  /// Logs that the server has stopped.
  ///
  /// - Parameter isDrained: Whether all requests have got their responses.
  package func logStop(isDrained: Bool) {
    let message = isDrained ? "All requests got their responses." : "Requests were cut off."
    service.configuration.sessions.logEvent(isDrained ? .info : .warning, "stopped") {
      $0.member("message", message)
    }
  }
}
