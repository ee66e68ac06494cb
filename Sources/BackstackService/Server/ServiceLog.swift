import BackstackCoding
package import BackstackHTTP
import BackstackSessions

extension ServiceConfiguration {
  /// Logs a warning on behalf of a command.
  package func logMessage(_ event: String, _ message: String) {
    sessions.logEvent(.warning, event) { $0.member("message", message) }
  }
}

extension HTTPListenAddress {
  /// The address in the form for people and programs.
  package var url: String { path == nil ? "http://\(self)" : "\(self)" }
}

extension BackstackServer {
  /// Logs the addresses of the server, once it has started.
  package func logStart() {
    service.configuration.sessions.logEvent(.info, "started") { line in
      for (name, addresses) in [
        ("addresses", localAddresses), ("adminAddresses", adminAddresses),
      ] where !addresses.isEmpty {
        line.key(name)
        line.beginArray()
        for address in addresses { line.value(address.url) }
        line.endArray()
      }
    }
  }
}
