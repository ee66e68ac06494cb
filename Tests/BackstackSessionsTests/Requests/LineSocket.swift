import BackstackPlatform
import Glibc

/// A connected socket whose messages are lines.
final class LineSocket: Sendable {
  private struct State {
    var descriptor: Int32
    var received: [UInt8] = []
  }

  private let state: Guarded<State>

  init(_ descriptor: Int32) { state = Guarded(State(descriptor: descriptor)) }

  /// Connects to a path; fails the process if nobody listens.
  convenience init(connectedTo path: String) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    withUnixAddress(path) { precondition(connect(descriptor, $0, $1) == 0) }
    self.init(descriptor)
  }

  var isClosed: Bool { state.withLock { $0.descriptor < 0 } }

  /// Returns the next line, for which it waits; `nil` at the end. Called by one thread.
  func next() -> String? {
    let descriptor = state.withLock { $0.descriptor }
    while true {
      let line = state.withLock { state -> String? in
        guard let end = state.received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { state.received.removeFirst(end + 1) }
        return String(decoding: state.received[..<end], as: UTF8.self)
      }
      if let line { return line }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      if count <= 0 { return nil }
      state.withLock { $0.received += bytes[..<count] }
    }
  }

  /// Sends a line.
  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    state.withLock { state in
      var start = 0
      while state.descriptor >= 0, start < bytes.count {
        let count = bytes[start...].withUnsafeBytes {
          send(state.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { break }
        start += count
      }
    }
  }

  func close() {
    state.withLock { state in
      if state.descriptor >= 0 { Glibc.close(state.descriptor) }
      state.descriptor = -1
    }
  }
}

/// Calls a closure with the address of a Unix socket.
func withUnixAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Void
) {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  // Sound: a `sockaddr_un` begins like each `sockaddr`, and lives for as long as the call.
  withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
  }
}
