import BackstackTestSupport
import Glibc
import Testing

@testable import BackstackPlatform

@Suite("Sockets")
struct SocketTests {
  /// A socket that listens on a free port of the loopback address, and its address.
  private static func listen() throws -> (descriptor: Int32, address: SocketAddress) {
    let any = try #require(SocketAddress(host: "127.0.0.1", port: 0))
    let descriptor = try StreamSocket.make(for: any)
    try StreamSocket.listen(
      descriptor, on: any, backlog: 4, reusesPort: false, isDualStack: false)
    guard case .v4(0x7F00_0001, let port) = StreamSocket.boundAddress(descriptor) else {
      throw SystemError(0)
    }
    return (descriptor, try #require(SocketAddress(host: "localhost", port: port)))
  }

  private func accept(_ listener: Int32) throws -> (Int32, SocketAddress.Endpoint) {
    while true {
      switch StreamSocket.accept(listener) {
      case .connection(let descriptor, let peer): return (descriptor, peer)
      case .noneWaiting, .failed: continue
      case .exhausted: throw SystemError(EMFILE)
      }
    }
  }

  @Test("Bytes go both ways, a read without input would block, and the end is 0 bytes")
  func transfer() throws {
    let (listener, address) = try Self.listen()
    guard case .noneWaiting = StreamSocket.accept(listener) else {
      Issue.record("Nobody has connected.")
      return
    }
    let client = try StreamSocket.connect(to: address, timeoutSeconds: patience)
    let (server, peer) = try accept(listener)
    guard case .v4(0x7F00_0001, _) = peer else {
      Issue.record("The client is not \(peer).")
      return
    }
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 8)
    defer { buffer.deallocate() }
    buffer.initialize(repeating: 0)
    #expect(StreamSocket.receive(server, into: buffer, upTo: 8) == .wouldBlock)
    #expect(FileDescriptor.write([1, 2, 3], to: client) == 3)
    var received = StreamSocket.Transfer.wouldBlock
    while received == .wouldBlock {
      received = StreamSocket.receive(server, into: buffer, upTo: 2)
    }
    #expect(received == .bytes(2) && Array(buffer.prefix(2)) == [1, 2])
    StreamSocket.sendAtOnce(server)
    [UInt8](4...9).withUnsafeBufferPointer {
      #expect(StreamSocket.send(server, $0, upTo: 4, hasMore: true) == .bytes(4))
    }
    StreamSocket.shutDownWriting(server)
    var count = 0
    while case let more = read(client, buffer.baseAddress, 8), more > 0 { count += more }
    #expect(count == 4)
    [UInt8](4...9).withUnsafeBufferPointer {
      #expect(StreamSocket.send(server, $0, upTo: 4, hasMore: false) == .failed)
    }
    for descriptor in [client, server, listener] { FileDescriptor.close(descriptor) }
  }

  @Test("The addresses of the families are read as they were written")
  func addresses() throws {
    #expect(SocketAddress(host: "example.org", port: 1) == nil)
    #expect(SocketAddress(path: "") == nil && SocketAddress(path: "a\0b") == nil)
    let long = String(repeating: "a", count: SocketAddress.pathLimit)
    #expect(SocketAddress(path: long) != nil && SocketAddress(path: long + "a") == nil)
    let folder = TemporaryFolder()
    let path = folder.file("socket")
    let address = try #require(SocketAddress(path: path))
    let listener = try StreamSocket.make(for: address)
    try StreamSocket.listen(listener, on: address, path: path, mode: 0o600, backlog: 1)
    #expect(StreamSocket.boundAddress(listener) == .local)
    let other = try StreamSocket.make(for: address)
    #expect(throws: SystemError.addressInUse) {
      try StreamSocket.listen(other, on: address, path: path, mode: nil, backlog: 1)
    }
    FileDescriptor.close(listener)
    #expect(throws: SystemError.connectionRefused) {
      try StreamSocket.connect(to: address, timeoutSeconds: patience)
    }
    // The file that nobody serves any more is replaced.
    try StreamSocket.listen(other, on: address, path: path, mode: nil, backlog: 1)
    FileDescriptor.close(other)
  }

  @Test("A bound Unix socket has a path, or a name in the abstract namespace")
  func paths() throws {
    let folder = TemporaryFolder()
    let path = folder.file("socket")
    let address = try #require(SocketAddress(path: path))
    let listener = try StreamSocket.make(for: address)
    #expect(StreamSocket.boundPath(listener) == nil)
    #expect(!StreamSocket.isListening(listener))
    try StreamSocket.listen(listener, on: address, path: path, mode: nil, backlog: 1)
    #expect(StreamSocket.boundPath(listener) == path)
    #expect(StreamSocket.isListening(listener))
    let name = try #require(SocketAddress(abstractName: path))
    let abstract = try StreamSocket.make(for: name)
    try StreamSocket.listen(
      abstract, on: name, backlog: 1, reusesPort: false, isDualStack: false)
    #expect(StreamSocket.boundPath(abstract) == "@" + path)
    let (other, _) = try Self.listen()
    #expect(StreamSocket.boundPath(other) == nil)
    for descriptor in [listener, abstract, other] { FileDescriptor.close(descriptor) }
    #expect(SocketAddress(abstractName: "") == nil)
    let long = String(repeating: "a", count: SocketAddress.pathLimit)
    #expect(SocketAddress(abstractName: long) == nil)
    #expect(SocketAddress(abstractName: String(long.dropLast())) != nil)
  }

  @Test("A datagram arrives whole; one without a receiver, or that finds no room, is an error")
  func datagrams() throws {
    let folder = TemporaryFolder()
    let path = folder.file("socket")
    let address = try #require(SocketAddress(path: path))
    func send(_ bytes: [UInt8]) throws(SystemError) {
      try DatagramSocket.send(bytes, to: address, timeoutMilliseconds: 1)
    }
    #expect(throws: SystemError.noSuchFile) { try send([1]) }
    let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #expect(address.withPointer { bind(receiver, $0, $1) } == 0)
    try send([1, 2, 3])
    var bytes: [UInt8] = [0, 0, 0, 0]
    #expect(recv(receiver, &bytes, 4, 0) == 3)
    #expect(bytes == [1, 2, 3, 0])
    #expect(throws: SystemError(EAGAIN)) {
      while true { try send([1]) }
    }
    FileDescriptor.close(receiver)
  }
}
