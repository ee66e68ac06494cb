#if PostgreSQL

import BackstackPlatform
import BackstackTestSupport
import Foundation
import Glibc

/// A way to a database that passes everything on, but can go silent amid a transaction, as a network
/// does that is cut: neither end of the connection is closed.
final class CuttingProxy: Sendable {
  private let folder = TemporaryFolder()
  private let target: String
  private let listener: Int32
  private let descriptors = Guarded<[Int32]>([])
  private let cuts = Guarded(false)

  /// - Parameter path: The folder of the database's socket.
  init(to path: String) throws {
    target = path + "/.s.PGSQL.5432"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isBound = Self.withAddress(of: folder.file(".s.PGSQL.5432")) { bind(listener, $0, $1) }
    guard isBound == 0, listen(listener, 16) == 0 else { throw CocoaError(.fileWriteUnknown) }
    onThread { [listener, weak self] in
      while true {
        let client = acceptConnection(listener)
        guard client >= 0, let self else { return }
        serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for descriptor in descriptors.withLock({ $0 }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  var address: String { "host=\(folder.path) user=backstack dbname=postgres" }

  /// Lets the next connection that commits go silent before its commit reaches the database.
  func cutBeforeCommit() { cuts.withLock { $0 = true } }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard Self.withAddress(of: target, { connect(server, $0, $1) }) == 0 else {
      close(client)
      close(server)
      return
    }
    descriptors.withLock { $0 += [client, server] }
    let isCut = Flag()
    onThread { [weak self] in
      Self.pass(from: server, to: client) { bytes in isCut.value ? bytes[..<0] : bytes }
      _ = self
    }
    onThread { [weak self] in
      Self.pass(from: client, to: server) { bytes in
        if isCut.value { return bytes[..<0] }
        guard let self, let end = Self.startOfCommit(in: bytes),
          self.cuts.withLock({ cuts in
            defer { cuts = false }
            return cuts
          })
        else { return bytes }
        isCut.value = true
        return bytes[..<end]
      }
    }
  }

  /// Returns where the message begins that binds the statement `commit`: its type, its length, the
  /// empty name of a portal, the name of the statement.
  private static func startOfCommit(in bytes: ArraySlice<UInt8>) -> Int? {
    let name = Array("\0commit\0".utf8)
    return bytes.indices.first { index in
      index >= 5 && bytes[index...].starts(with: name) && bytes[index - 5] == UInt8(ascii: "B")
    }.map { $0 - 5 }
  }

  /// Passes bytes on until an end closes.
  private static func pass(
    from source: Int32, to target: Int32, _ filter: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
  ) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { return }
      let bytes = Array(filter(buffer[..<count]))
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  private static func withAddress<Result>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Sound: the path is shorter than the field, which is zero.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// A flag that threads share.
private final class Flag: Sendable {
  private let isSet = Guarded(false)

  var value: Bool {
    get { isSet.withLock { $0 } }
    set { isSet.withLock { $0 = newValue } }
  }
}

private func onThread(_ body: @escaping @Sendable () -> Void) {
  Thread(block: body).start()
}

#endif
