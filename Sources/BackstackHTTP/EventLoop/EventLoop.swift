import Glibc
import Synchronization

/// One thread that waits on one epoll set and serves its connections without locks.
///
/// Measured with a fixed answer on 64 connections, a blocking `epoll_wait` thread costs about 10%
/// less a request than an epoll set watched by Dispatch and less than half of a Dispatch source for
/// each connection.
final class EventLoop: @unchecked Sendable {
  // Sound: after `start` the mutable state is touched by the loop's own thread alone; other threads
  // use `mailbox` and `thread`, which are safe to share.
  static let wakeToken: UInt64 = 0
  /// The token of the first listener; those of connections begin above all listeners'.
  static let firstListenerToken: UInt64 = 1
  static let lastListenerToken = UInt64(UInt32.max)
  static let readSize = 64 * 1024
  /// Content of a stream that is sent before other connections have their turn.
  static let streamTurn = 256 * 1024
  /// The messages that are acted on before connections have their turn: thousands of streams may be
  /// woken at once.
  static let messagesPerTurn = 128
  /// What the system holds for a client without having sent it, once that matters.
  static let unsentBytes = 16 * 1024

  let context: EventLoopContext
  let mailbox: EventLoopMailbox
  let epoll: Epoll
  let thread = Atomic<UInt>(0)

  /// The listener, in the loop that accepts.
  var acceptor: Acceptor?
  var connections: [EventLoopConnection?] = []
  var freeSlots: [Int] = []
  var liveCount = 0
  var nextGeneration: UInt32 = 1
  var now: HTTPMoment
  var date = HTTPDateCache()
  /// When to look at which slot of `connections` again.
  var timers: TimerWheel
  private var due: [Int] = []
  /// Whether each connection ends with its next answer.
  var isAnnouncingEnd = false
  var isDraining = false
  /// Whether the loop has ended before all requests were answered.
  let hasCutRequests = Atomic(false)
  var stopAt = MonotonicInstant.never
  var messages: [EventLoopMailbox.Message] = []
  var spareResponder: HTTPResponder?
  var spareRequest: HTTPRequest.Storage? = HTTPRequest.Storage()
  /// An empty buffer for content that comes with its head, which waits there until it is accepted.
  @exclusivity(unchecked) var spareHeld: [UInt8] = []
  @exclusivity(unchecked) var spareOutputs: [[UInt8]] = []
  /// Connections with answers that are sent when others have been served.
  @exclusivity(unchecked) var unsent: [EventLoopConnection] = []
  /// Whether more connections may be served before the loop waits again.
  var isServingEvents = false
  /// What the ids of this loop's requests are made of.
  let seed: UInt64
  let metrics: HTTPLoopMetrics?
  var logBuffer: [UInt8] = []
  var logLineCount = 0
  var logTime = HTTPAccessLogTime()
  /// When the last request was answered, if anything is noted of requests.
  var lastEnd = MonotonicInstant(nanoseconds: .min)
  /// What sources produce into.
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
    now = HTTPMoment(instant: context.clock(), dateLine: [])
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

  /// Serves until it is told to stop or has drained.
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
      sendAnswers()
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

  /// Lets the connections whose time has come act on it.
  ///
  /// - Complexity: O(connections whose time has come).
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

extension EventLoop: HTTPAnswerSink {
  var isOnOwnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  func post(_ message: HTTPExchangeMessage) -> Bool { mailbox.post(.exchange(message)) }
}
