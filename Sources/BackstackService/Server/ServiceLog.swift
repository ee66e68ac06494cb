package import BackstackHTTP
import BackstackJSON

/// How much a line of the service's log matters.
enum ServiceLogLevel: String {
  case info, warning, error
}

extension ServiceConfiguration {
  /// Writes a line of the service's log: a JSON object with a time.
  ///
  /// - Parameters:
  ///   - event: What has happened, as a name that does not change.
  ///   - session: The session that it happened to. Who knows its id holds the session, so the line has the
  ///     beginning of it only.
  ///   - members: Adds what else is to be told.
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
  /// Logs something that a command does on behalf of the service.
  package func logMessage(_ event: String, _ message: String) {
    logEvent(.warning, event) { $0.member("message", message) }
  }
}

extension HTTPListenAddress {
  /// The address as people and programs are told it.
  package var url: String { path == nil ? "http://\(self)" : "\(self)" }
}

extension BackstackServer {
  /// Logs where the server listens, once it has started.
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
