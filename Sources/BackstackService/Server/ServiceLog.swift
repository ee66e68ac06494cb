import BackstackCoding
package import BackstackHTTP

/// The severity of a line of the service's log.
enum ServiceLogLevel: String {
  case info, warning, error
}

extension ServiceConfiguration {
  /// Writes a line of the service's log: a JSON object with a time.
  ///
  /// - Parameters:
  ///   - event: The name of the event, which never changes.
  ///   - session: The session of the event. The line contains only the beginning of its id, as the
  ///     whole id gives access to the session.
  ///   - members: Adds the other members.
  func logEvent(
    _ level: ServiceLogLevel, _ event: String, of session: SessionID? = nil,
    _ members: (inout JSONWriter) -> Void
  ) {
    var line = JSONWriter()
    line.beginObject()
    var time: [UInt8] = [0x22]
    JSONDate.append(now(), to: &time)
    line.member("time", json: time + [0x22])
    line.member("level", level.rawValue)
    line.member("event", event)
    if let session { line.member("session", session.beginning) }
    members(&line)
    line.endObject()
    log(String(decoding: line.bytes, as: UTF8.self))
  }
}

extension ServiceConfiguration {
  /// Logs a warning on behalf of a command.
  package func logMessage(_ event: String, _ message: String) {
    logEvent(.warning, event) { $0.member("message", message) }
  }
}

extension HTTPListenAddress {
  /// The address in the form for people and programs.
  package var url: String { path == nil ? "http://\(self)" : "\(self)" }
}

extension BackstackServer {
  /// Logs the addresses of the server, once it has started.
  package func logStart() {
    service.configuration.logEvent(.info, "started") { line in
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
