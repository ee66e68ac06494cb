import BackstackPlatform

/// The service manager that has started this process, such as systemd, and wants to know when it
/// serves and when it stops (sd_notify(3)).
final class ServiceManager: Sendable {
  /// The state that the process reports.
  enum State: Hashable, Sendable {
    /// It is not ready yet.
    case starting
    /// It serves at these addresses.
    case ready(addresses: [String])
    /// It finishes the requests in flight.
    case stopping

    /// The content of the datagram: variables, each on a line of its own.
    var text: String {
      switch self {
      case .starting: "STATUS=Opening the storage."
      case .ready(let addresses):
        "READY=1\nSTATUS=Serving \(addresses.joined(separator: ", ").onOneLine)."
      case .stopping: "STOPPING=1\nSTATUS=Finishing the requests in flight."
      }
    }
  }

  /// How long a process waits for a service manager that does not read, in milliseconds.
  private static let timeout = 1000

  private let name: String
  private let address: SocketAddress?
  private let hasFailed = Guarded(false)
  private let logFailure: @Sendable (String) -> Void

  /// Creates the service manager that receives datagrams at a socket.
  ///
  /// - Parameters:
  ///   - name: The value of `NOTIFY_SOCKET`: a path, or `@` and a name in the abstract namespace.
  ///   - logFailure: Called once if the socket can't be reached.
  init(name: String, logFailure: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.logFailure = logFailure
    address =
      switch name.first {
      case "@": SocketAddress(abstractName: String(name.dropFirst()))
      case "/": SocketAddress(path: name)
      default: nil
      }
  }

  /// Sends the state of the process. If that fails, the process continues without.
  func notify(_ state: State) {
    guard let address else { return fail("it is not the address of a Unix socket") }
    do throws(SystemError) {
      try DatagramSocket.send(
        Array(state.text.utf8), to: address, timeoutMilliseconds: Self.timeout)
    } catch {
      fail(error.reason)
    }
  }

  private func fail(_ reason: String) {
    let isFirst = hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
    if isFirst { logFailure("NOTIFY_SOCKET is \(name), which can't be reached: \(reason).") }
  }
}

extension String {
  /// The text with spaces in place of line breaks and other control characters.
  fileprivate var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isHidden ? " " : $0 }))
  }
}
