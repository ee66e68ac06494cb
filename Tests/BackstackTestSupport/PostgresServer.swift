import BackstackPlatform
import Foundation
import Glibc

/// A PostgreSQL server with an empty database, which ends with this object or the process.
package final class PostgresServer: Sendable {
  /// The server of all tests that don't stop theirs.
  package static let shared = Result { try PostgresServer() }

  private let server: ChildProcess
  private let folder = TemporaryFolder()
  private let input: Int32
  /// The folder of its socket.
  package let path: String
  private let schemas = Guarded(0)

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - settings: Lines of its configuration.
  ///   - isDurable: Whether what it confirms survives a power failure, which takes more time.
  ///   - primary: The server of which it is a standby.
  package init(
    settings: String = "", isDurable: Bool = false, standbyOf primary: PostgresServer? = nil
  ) throws {
    let pipe = folder.file("input")
    guard mkfifo(pipe, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    // The server ends when this is closed, at the latest with this process.
    input = open(pipe, O_RDWR | O_CLOEXEC)
    var environment = ProcessInfo.processInfo.environment
    environment["SETTINGS"] = settings
    environment["FSYNC"] = isDurable ? "on" : "off"
    environment["STANDBY_OF"] = primary?.path
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "postgres.sh")
    server = try ChildProcess(script.path, environment: environment, input: pipe)
    path = try server.output.line()
  }

  deinit {
    close(input)
    _ = server.wait()
  }

  /// Stops the server as a crash does, starts or restarts it, or makes a standby the primary: `stop`,
  /// `start`, `restart`, `promote`.
  package func control(_ command: String) throws {
    let line = Array((command + "\n").utf8)
    guard write(input, line, line.count) == line.count else { throw CocoaError(.fileWriteUnknown) }
    _ = try server.output.line()
  }

  /// The database, in the form of libpq's keywords and values.
  package var address: String { "host=\(path) user=backstack dbname=postgres" }

  /// The database, as a URL.
  package var url: String {
    "postgres://backstack@\(path.replacing("/", with: "%2F"))/postgres"
  }

  /// Returns the name of a schema that no other test has.
  package func newSchema() -> String {
    schemas.withLock { number in
      number += 1
      return "test \"\(number)\""
    }
  }
}
