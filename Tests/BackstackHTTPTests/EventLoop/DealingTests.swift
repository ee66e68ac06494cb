import BackstackTestSupport
import Glibc
import Synchronization
import Testing

@testable import BackstackHTTP

@Suite("Connections that a loop accepts for others")
struct DealingTests {
  @Test("One for a loop that has ended is closed, and no longer counted")
  func endedLoop() throws {
    let context = EventLoopContext(
      configuration: .underTest(),
      handler: HTTPClosureHandler { _ in HTTPResponse() })
    let (loop, ended) = (
      try EventLoop(context: context, seed: 1), try EventLoop(context: context, seed: 2)
    )
    #expect(ended.mailbox.close().isEmpty)
    let listener = try ListeningSocket(
      .ip("127.0.0.1", port: 0), backlog: 1, reusesPort: false, isDualStack: false)
    try loop.startAccepting(Acceptor(listeners: [listener], loops: [ended, loop]))
    let client = TestClient(listener.address)
    loop.acceptWaiting(0)
    #expect(client.isConnected && client.receive() == nil)
    #expect(context.connectionCount.load(ordering: .relaxed) == 0)
    loop.stopAccepting()
  }

  @Test("A connection over the limit is closed at once when too many are being refused")
  func dropped() throws {
    let context = EventLoopContext(
      configuration: .underTest(),
      handler: HTTPClosureHandler { _ in HTTPResponse() })
    let loop = try EventLoop(context: context, seed: 1)
    let listener = try ListeningSocket(
      .ip("127.0.0.1", port: 0), backlog: 1, reusesPort: false, isDualStack: false)
    try loop.startAccepting(Acceptor(listeners: [listener], loops: [loop]))
    let count = context.maximumConnections + 200
    context.connectionCount.store(count, ordering: .relaxed)
    let client = TestClient(listener.address)
    loop.acceptWaiting(0)
    #expect(client.isConnected && client.receive() == nil)
    #expect(context.connectionCount.load(ordering: .relaxed) == count)
    #expect(loop.connectionCount == 0)
    loop.stopAccepting()
  }

  /// Has all descriptors taken that the process may have, which are few, while `body` runs.
  private static func withoutDescriptors<Result>(_ body: () -> Result) -> Result {
    // From now on the thread has descriptors of its own: other threads, as those of Dispatch, open some
    // for a moment, and leave room.
    separateDescriptors()
    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var taken: [Int32] = []
    while case let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0), copy >= 0 { taken.append(copy) }
    // Only this test closes them.
    defer { for descriptor in taken { #expect(close(descriptor) == 0) } }
    return body()
  }

  /// Calls `unshare(CLONE_FILES)`, which Swift's Glibc lacks.
  private static func separateDescriptors() {
    typealias Unshare = @convention(c) (Int32) -> Int32
    // Sound: this is the function's type.
    let unshare = dlsym(nil, "unshare").map { unsafeBitCast($0, to: Unshare.self) }
    #expect(unshare?(0x400) == 0)
  }

  /// Waits until a connection can be accepted: a client may be connected before it is in the queue.
  private static func awaitConnection(at listener: ListeningSocket) -> Bool {
    var waiting = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, Int32(patience) * 1000) == 1
  }

  // In a process of its own, whose descriptors nobody else needs.
  @Test("A connection without a descriptor is closed with the one in reserve, each time")
  func outOfDescriptors() async {
    await #expect(processExitsWith: .success) {
      let listener = try ListeningSocket(
        .ip("127.0.0.1", port: 0), backlog: 4, reusesPort: false, isDualStack: false)
      let acceptor = Acceptor(listeners: [listener], loops: [])
      let clients = [TestClient(listener.address), TestClient(listener.address)]
      for client in clients {
        try #require(Self.awaitConnection(at: listener))
        try #require(Self.withoutDescriptors { acceptor.shedOne(listener.descriptor) })
        #expect(client.isConnected && client.receive() == nil)
      }
      #expect(!Self.withoutDescriptors { acceptor.shedOne(listener.descriptor) })

      let other = Self.withoutDescriptors { Acceptor(listeners: [listener], loops: []) }
      let client = TestClient(listener.address)
      try #require(Self.awaitConnection(at: listener))
      #expect(!Self.withoutDescriptors { other.shedOne(listener.descriptor) })
      other.restoreReserve()
      try #require(Self.withoutDescriptors { other.shedOne(listener.descriptor) })
      #expect(client.receive() == nil)
    }
  }

  @Test("An acceptor that resumes after a pause has a descriptor in reserve again")
  func resumed() async {
    await #expect(processExitsWith: .success) {
      let context = EventLoopContext(
        configuration: .underTest(),
        handler: HTTPClosureHandler { _ in HTTPResponse() })
      let loop = try EventLoop(context: context, seed: 1)
      let listener = try ListeningSocket(
        .ip("127.0.0.1", port: 0), backlog: 4, reusesPort: false, isDualStack: false)
      let acceptor = Self.withoutDescriptors { Acceptor(listeners: [listener], loops: [loop]) }
      try loop.startAccepting(acceptor)
      loop.pauseAccepting()
      let client = TestClient(listener.address)
      loop.resumeAccepting()
      #expect(acceptor.resumeAt == .never)
      try #require(Self.awaitConnection(at: listener))
      try #require(Self.withoutDescriptors { acceptor.shedOne(listener.descriptor) })
      #expect(client.receive() == nil)
    }
  }
}
