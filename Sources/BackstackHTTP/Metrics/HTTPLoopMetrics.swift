import BackstackPlatform
import Synchronization

/// The counters of one event loop: only its thread writes them, and any scrape reads them.
final class HTTPLoopMetrics: @unchecked Sendable {
  // Sound: the counters are atomic and allocated from `init` to `deinit`; all other properties are
  // constant or behind a lock.

  /// A kind of event that is too rare for an atomic counter, by kind and name.
  struct Event: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case refusal, timeout, protocolError
    }

    let kind: Kind
    let name: String
  }

  /// The indices of the first counters; those of routes follow.
  enum Position {
    static let accepted = 0
    static let received = 1
    static let sent = 2
    static let evicted = 3
    static let turnSum = 4
    static let turns = 5
  }

  // Copies of constants, because each access to a static property has the cost of a check.
  private let statuses = HTTPMetricLabels.statusCount
  private let cells = HTTPMetricLabels.methodCount * HTTPMetricLabels.statusCount
  private let stride: Int
  private let start = Position.turns + HTTPMetricLabels.bucketCount
  private let routeCount: Int
  private let count: Int
  private let counters: UnsafeMutablePointer<Atomic<Int>>
  private let events = Guarded<[Event: Int]>([:])

  /// - Parameter routeCount: The number of routes with their own counters; number 0 is for requests
  ///   without a route.
  init(routeCount: Int) {
    self.routeCount = routeCount
    stride = cells + HTTPMetricLabels.bucketCount + 1
    count = start + routeCount * stride
    counters = .allocate(capacity: count)
    for index in 0..<count { (counters + index).initialize(to: Atomic(0)) }
  }

  deinit {
    counters.deinitialize(count: count)
    counters.deallocate()
  }

  /// Adds to a counter. Only the loop's thread calls this, so no other addition can interleave.
  @inline(__always)
  func add(_ amount: Int, at index: Int) {
    let value = counters[index].load(ordering: .relaxed)
    counters[index].store(value &+ amount, ordering: .relaxed)
  }

  /// Counts a request.
  ///
  /// - Parameter nanoseconds: Its duration; `nil` if it never reached a handler.
  func countRequest(route: Int, method: Int, status: Int, nanoseconds: Int64?) {
    let start = position(ofRoute: route)
    add(1, at: start + method * statuses + HTTPMetricLabels.status(status))
    guard let nanoseconds else { return }
    add(1, at: start + cells + HTTPMetricLabels.bucket(nanoseconds))
    add(Int(nanoseconds), at: start + stride - 1)
  }

  /// Counts a tick in which requests were served.
  func countTurn(nanoseconds: Int64) {
    add(1, at: Position.turns + HTTPMetricLabels.bucket(nanoseconds))
    add(Int(nanoseconds), at: Position.turnSum)
  }

  func count(_ kind: Event.Kind, _ name: String) {
    events.withLock { $0[Event(kind: kind, name: name), default: 0] += 1 }
  }

  // MARK: Reading

  func value(at index: Int) -> Int { counters[index].load(ordering: .relaxed) }

  func requests(route: Int, method: Int, status: Int) -> Int {
    value(at: position(ofRoute: route) + method * statuses + status)
  }

  func durations(route: Int, bucket: Int) -> Int {
    value(at: position(ofRoute: route) + cells + bucket)
  }

  func durationSum(route: Int) -> Int {
    value(at: position(ofRoute: route) + stride - 1)
  }

  var eventCounts: [Event: Int] { events.withLock { $0 } }

  private func position(ofRoute route: Int) -> Int {
    // A handler may forget a route in `routePatterns`; its requests count as those without a route.
    start + (route < routeCount ? route : 0) * stride
  }
}
