import BackstackTestSupport
import Foundation
import Glibc
import Testing

@testable import BackstackPlatform

@Suite("Pollers")
struct PollerTests {
  /// Two connected sockets, which are closed at the end.
  private final class Pair {
    var ends: [Int32] = [-1, -1]

    init() throws {
      try #require(
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    }

    deinit { for end in ends { close(end) } }

    func send() { _ = write(ends[1], "x", 1) }

    func receive() {
      var byte: UInt8 = 0
      _ = read(ends[0], &byte, 1)
    }
  }

  private func ready(_ poller: any Poller, milliseconds: Int32 = -1) -> [PollerEvent] {
    // A call may return early without events.
    while true {
      let events = Array(poller.wait(milliseconds: milliseconds))
      if !events.isEmpty || milliseconds >= 0 { return events }
    }
  }

  @Test("A descriptor is reported as long as it is ready", arguments: PollerKind.allCases)
  func level(_ kind: PollerKind) throws {
    let poller = try kind.makePoller()
    let pair = try Pair()
    try #require(poller.add(pair.ends[0], .readable, token: 7 << 40))
    #expect(ready(poller, milliseconds: 0).isEmpty)
    #expect(ready(poller, milliseconds: 1).isEmpty)
    pair.send()
    for _ in 0..<3 {
      let events = ready(poller)
      #expect(events.map(\.token) == [7 << 40] && events.map(\.events) == [.readable])
    }
    pair.receive()
    #expect(ready(poller, milliseconds: 0).isEmpty)
  }

  @Test(
    "A descriptor is reported for the events that it is watched for", arguments: PollerKind.allCases
  )
  func interest(_ kind: PollerKind) throws {
    let poller = try kind.makePoller()
    let pair = try Pair()
    pair.send()
    try #require(poller.add(pair.ends[0], [], token: 1))
    #expect(ready(poller, milliseconds: 0).isEmpty)
    #expect(poller.modify(pair.ends[0], [.readable, .writable], token: 2))
    #expect(ready(poller).map(\.events) == [[.readable, .writable]])
    #expect(poller.modify(pair.ends[0], .writable, token: 3))
    #expect(ready(poller).map(\.token) == [3])
    poller.remove(pair.ends[0])
    #expect(ready(poller, milliseconds: 0).isEmpty)
    #expect(!poller.modify(pair.ends[0], .readable, token: 4))
  }

  @Test(
    "The end of a peer's sending is not that of the peer", arguments: PollerKind.allCases)
  func hangUp(_ kind: PollerKind) throws {
    let poller = try kind.makePoller()
    let pair = try Pair()
    try #require(poller.add(pair.ends[0], .readHangUp, token: 1))
    shutdown(pair.ends[1], Int32(SHUT_WR))
    #expect(ready(poller).map(\.events) == [.readHangUp])
    close(pair.ends[1])
    pair.ends[1] = -1
    #expect(ready(poller).map(\.events) == [[.readHangUp, .hangUp]])
  }

  @Test("Many descriptors are reported, each once in a turn", arguments: PollerKind.allCases)
  func many(_ kind: PollerKind) throws {
    let poller = try kind.makePoller()
    let pairs = try (0..<40).map { _ in try Pair() }
    for (index, pair) in pairs.enumerated() {
      try #require(poller.add(pair.ends[0], .readable, token: UInt64(index)))
      pair.send()
    }
    #expect(ready(poller).map(\.token).sorted() == Array(0..<40))
  }

  @Test(
    "A thread that waits is woken each time that another one rings", arguments: PollerKind.allCases)
  func wakes(_ kind: PollerKind) throws {
    let poller = try kind.makePoller()
    let (ping, pong) = (try WakeDescriptor(), try WakeDescriptor())
    let other = try kind.makePoller()
    try #require(poller.add(pong.descriptor, .readable, token: 1))
    try #require(other.add(ping.descriptor, .readable, token: 2))
    // Sound: only the other thread uses this poller from here on.
    nonisolated(unsafe) let theirs = other
    try PlatformThread.start {
      for _ in 0..<200 {
        while theirs.wait(milliseconds: -1).isEmpty {}
        ping.silence()
        pong.ring()
      }
    }
    for _ in 0..<200 {
      ping.ring()
      #expect(ready(poller).map(\.token) == [1])
      pong.silence()
    }
  }

  @Test("Pollers come and go, in whatever state they are", arguments: PollerKind.allCases)
  func ends(_ kind: PollerKind) throws {
    let pair = try Pair()
    for turn in 0..<200 {
      let poller = try kind.makePoller()
      try #require(poller.add(pair.ends[0], .readable, token: 1))
      if turn % 2 == 1 { #expect(ready(poller, milliseconds: 1).isEmpty) }
      if turn % 4 == 3 {
        pair.send()
        #expect(ready(poller).count == 1)
        pair.receive()
      }
    }
  }
}

@Suite("Threads of the system")
struct PlatformThreadTests {
  @Test("A thread has the name that it is given, and blocks signals unless they are its own faults")
  func start() throws {
    let done = DispatchedResult()
    try PlatformThread.start(name: "a-name") {
      var signals = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &signals)
      let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      let blocked = [SIGTERM, SIGHUP, SIGSEGV, SIGABRT].map { sigismember(&signals, $0) == 1 }
      done.set("\(name ?? "") \(blocked)")
    }
    #expect(done.wait() == "a-name\n [true, true, false, false]")
  }

  @Test("A thread has the stack that it asks for")
  func stack() throws {
    let done = DispatchedResult()
    // More than the default stack of any thread. The thread sanitizer follows no more than 65,536
    // nested calls.
    try PlatformThread.start(stackSize: 512 << 20) { done.set("\(descend(10_000))") }
    #expect(done.wait() == "10000")
  }

  /// Returns the depth of a recursion that needs at least 1,024 bytes for each level.
  @inline(never)
  @Sendable
  private func descend(_ depth: Int) -> Int {
    if depth == 0 { return 0 }
    var frame = (depth, SIMD64(repeating: 1), SIMD64(repeating: 2))
    return withUnsafeMutablePointer(to: &frame) { frame in
      descend(depth - 1) + (frame.pointee.0 == depth ? 1 : 0)
    }
  }

  @Test("A stack that the system can't give is refused, and the closure does not run")
  func impossible() {
    #expect(throws: SystemError(EINVAL)) {
      try PlatformThread.start(stackSize: 1) { Issue.record("The closure runs.") }
    }
    #expect(SystemError(EINVAL).reason == "Invalid argument")
    #expect(SystemError(99_999).reason.contains("99999"))
  }
}

/// A text that another thread gives.
private final class DispatchedResult: Sendable {
  private let text = Guarded("")
  private let doorbell = try? WakeDescriptor()

  func set(_ text: String) {
    self.text.withLock { $0 = text }
    doorbell?.ring()
  }

  func wait() -> String {
    // Reading would not wait.
    var waiting = pollfd(fd: doorbell?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, -1) < 0 {}
    return text.withLock { $0 }
  }
}
