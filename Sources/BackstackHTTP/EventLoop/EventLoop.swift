import BackstackPlatform
import Glibc
import Synchronization

/// A thread that waits on one epoll set and serves its connections without locks.
///
/// Measured with a fixed response on 64 connections, a thread that blocks in `epoll_wait` costs
/// about 10% less per request than an epoll set watched by Dispatch, and less than half of one
/// Dispatch source per connection.
final class EventLoop: @unchecked Sendable {
  // Sound: after `start` only the loop's own thread accesses the mutable state; other threads use
  // `mailbox` and `thread`, which are safe to share.
  static let wakeToken: UInt64 = 0
  /// The token of the first listener. Connections' tokens are larger than all listeners'.
  static let firstListenerToken: UInt64 = 1
  static let lastListenerToken = UInt64(UInt32.max)
  static let readSize = 64 * 1024
  /// The bytes that one connection sends before other connections have their turn.
  static let streamTurn = 256 * 1024
  /// The messages that are processed before connections have their turn: thousands of streams may
  /// wake at once.
  static let messagesPerTurn = 128
  /// The limit for unsent bytes in a socket buffer, set for streams and when more than this waits.
  static let unsentBytes = 16 * 1024

  let context: EventLoopContext
  let mailbox: EventLoopMailbox
  let epoll: Epoll
  let thread = Atomic<UInt>(0)

  /// The listening sockets, in the loop that accepts.
  var acceptor: Acceptor?
  var connections: [EventLoopConnection?] = []
  var freeSlots: [Int] = []
  var liveCount = 0
  var nextGeneration: UInt32 = 1
  var now: HTTPTick
  var date = HTTPDateCache()
  /// When to check which slot of `connections` for timeouts.
  var timers: TimerWheel
  private var due: [Int] = []
  /// Whether each connection closes after its next response.
  var isAnnouncingEnd = false
  var isDraining = false
  /// Whether the loop stopped before all requests had their responses.
  let hasCutRequests = Atomic(false)
  var stopAt = MonotonicInstant.never
  var messages: [EventLoopMailbox.Message] = []
  var spareResponder: HTTPResponder?
  var spareRequest: HTTPRequest.Storage? = HTTPRequest.Storage()
  /// A recycled buffer for the buffered input of connections.
  @exclusivity(unchecked) var spareInput: [UInt8] = []
  @exclusivity(unchecked) var spareOutputs: [[UInt8]] = []
  /// Connections whose responses are coalesced: sent once the others are served.
  @exclusivity(unchecked) var coalesced: [EventLoopConnection] = []
  /// Whether more connections may be served in this tick.
  var isServingEvents = false
  /// The seed for the ids of this loop's requests.
  let seed: UInt64
  let metrics: HTTPLoopMetrics?
  var logBuffer: [UInt8] = []
  var logLineCount = 0
  var logTime = HTTPAccessLogTime()
  /// When the last request ended, if requests are recorded.
  var lastEnd = MonotonicInstant(nanoseconds: .min)
  /// The buffer that stream sources write into.
  var scratch: [UInt8] = []
  // Sound: allocated in `init`, freed in `deinit`, used by the loop's thread.
  let readBuffer: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter seed: Random bits that no other loop has.
  init(context: EventLoopContext, seed: UInt64) throws(HTTPServerError) {
    self.context = context
    self.seed = seed
    metrics =
      context.metrics == nil ? nil : HTTPLoopMetrics(routeCount: context.routes.count)
    mailbox = try EventLoopMailbox()
    epoll = try Epoll()
    now = HTTPTick(instant: context.clock(), dateLine: [])
    timers = TimerWheel(now: now.instant)
    readBuffer = .allocate(capacity: EventLoop.readSize)
    readBuffer.initialize(repeating: 0)
    guard epoll.add(mailbox.wakeDescriptor, .readable, token: EventLoop.wakeToken) else {
      throw .system("watch an eventfd", errno)
    }
  }

  deinit {
    readBuffer.deinitialize()
    readBuffer.deallocate()
  }

  /// Serves connections until the loop is stopped or drained.
  func run() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    while !isFinished {
      let count = epoll.wait(milliseconds: waitMilliseconds)
      updateNow()
      isServingEvents = count > 1
      for index in 0..<count {
        let (events, token) = epoll.event(at: index)
        switch token {
        case EventLoop.wakeToken: readMailbox()
        case EventLoop.firstListenerToken...EventLoop.lastListenerToken:
          acceptWaiting(Int(token - EventLoop.firstListenerToken))
        default: connectionReady(token, events)
        }
      }
      isServingEvents = false
      sendCoalescedResponses()
      if now.instant >= timers.next { expireTimers() }
      if let acceptor, now.instant >= acceptor.resumeAt { resumeAccepting() }
      endTurn()
    }
    shutDown()
  }

  private var isFinished: Bool {
    now.instant >= stopAt || isDraining && liveCount == 0
  }

  private func updateNow() {
    now.instant = context.clock()
    date.update(unixSeconds: context.unixTime())
    now.dateLine = date.line
  }

  private var waitMilliseconds: Int32 {
    var next = min(timers.next, stopAt)
    if let acceptor { next = min(next, acceptor.resumeAt) }
    if next == .never { return -1 }
    let nanoseconds = max(0, next.nanoseconds &- now.instant.nanoseconds)
    return Int32(clamping: nanoseconds / 1_000_000 + 1)
  }

  /// Handles the timeouts of the connections whose timers have fired.
  ///
  /// - Complexity: O(n), where n is the number of timers that have fired.
  private func expireTimers() {
    due.removeAll(keepingCapacity: true)
    timers.expire(to: now.instant, into: &due)
    for slot in due {
      guard let entry = connections[slot] else { continue }
      entry.lookAt = .never
      if entry.connection.deadline <= now.instant {
        entry.connection.advance(to: now)
        recordTimeout(entry)
      }
      pump(entry, nil)
    }
  }

  private func shutDown() {
    stopAccepting()
    for case let entry? in connections {
      if entry.connection.isBusy { hasCutRequests.store(true, ordering: .releasing) }
      close(entry)
    }
    for message in mailbox.close() {
      switch message {
      case .accepted(let descriptor, let peer, _):
        Glibc.close(descriptor)
        context.release(peer)
      case .exchange(let message): message.abandon()
      case .announceDraining, .drain, .stop, .tick: break
      }
    }
    spareResponder = nil
    endTurn()
  }
}

extension EventLoop: HTTPResponseSink {
  var isOnOwnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  func post(_ message: HTTPExchangeMessage) -> Bool { mailbox.post(.exchange(message)) }
}
