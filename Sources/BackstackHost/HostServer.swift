import BackstackPlatform
public import BackstackService

/// The server of a host, for the routes and jobs that ``BackstackHost/configure(_:)`` sets up.
public final class HostServer: Sendable {
  private let server = Guarded<BackstackServer?>(nil)

  /// The server, which runs while the command `serve` does.
  ///
  /// - Throws: ``HostServerNotRunning`` before it has started, after its end, and in any other
  ///   command.
  public var running: BackstackServer {
    get throws {
      guard let server = server.withLock({ $0 }) else { throw HostServerNotRunning() }
      return server
    }
  }

  func set(_ server: BackstackServer?) { self.server.withLock { $0 = server } }
}

/// The error of a host's code that uses the server while it does not run.
public struct HostServerNotRunning: Error, Sendable, CustomStringConvertible {
  public var description: String { "The server of the host does not run." }
}
