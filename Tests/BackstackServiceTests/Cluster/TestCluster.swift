import Backstack
import BackstackCoding
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import FoundationEssentials

@testable import BackstackCluster
@testable import BackstackSessions

/// A feature whose state has all marks that it was sent.
@Reducer
struct Marks {
  struct State: Codable, Equatable, Sendable { var marks: [Int] = [] }

  @CasePathable
  enum Action: Codable, Sendable {
    case mark(Int)
    case wait
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .mark(let mark):
        state.marks.append(mark)
        if mark < 0 { reportIssue("\(mark) is no mark.") }
        return .none
      case .wait:
        return .run { _ in try await Task.never() }
      }
    }
  }
}

/// Nodes of one cluster in one process, with a clock that stands still unless a request waits.
final class TestCluster: Sendable {
  /// A node, as a process is.
  final class Node: Sendable {
    let directory: SessionDirectory
    private let isStoppedFlag = Guarded(false)

    init(_ directory: SessionDirectory) { self.directory = directory }

    var cluster: ClusterSessions { ClusterSessions(directory)! }
    var member: ClusterMember { cluster.ownership.member }
    var number: UInt64? { member.number }
    var isStopped: Bool {
      get { isStoppedFlag.withLock { $0 } }
      set { isStoppedFlag.withLock { $0 = newValue } }
    }

    /// Receives a request.
    func receive(
      _ id: String, _ referral: Referral = .home, for access: SessionAccess = .anyone
    ) async -> RouteDecision {
      let id = SessionID(id)!
      return await withCheckedContinuation { continuation in
        directory.find(id, for: access, SessionReferral(referral)) {
          continuation.resume(returning: $0)
        }
      }
    }

    /// The ids of the sessions in memory.
    var sessions: Set<String> { Set(directory.savedSessions().map(\.id)) }
  }

  let storage = MemoryStorage()
  let table = MemoryNodes()
  let timing = ClusterTiming()
  private let timer = ManualTimer()
  /// The numbers of the nodes that no offer reaches.
  let unreachable = Guarded<Set<UInt64>>([])
  private let clock = Guarded(MonotonicInstant(nanoseconds: 0))
  private let all = Guarded<[Node]>([])

  init(nodes count: Int) {
    for _ in 0..<count { start() }
    // Until each knows the others.
    advance(by: .milliseconds(500))
  }

  var now: MonotonicInstant { clock.withLock { $0 } }
  var nodes: [Node] { all.withLock { $0 } }

  /// Starts one more node.
  @discardableResult
  func start() -> Node {
    var configuration = SessionConfiguration()
    configuration.storage = storage
    configuration.settleTimeout = 3600
    configuration.now = { Date(timeIntervalSince1970: 1_800_000_000) }
    configuration.steadyClock = { [self] in now }
    configuration.log = { _ in }
    configuration.timer = timer
    let name = "\(nodes.count)"
    let node = Node(
      ClusterSessions.makeDirectory(
        features: [Feature("marks", initialState: Marks.State()) { Marks() }],
        configuration: configuration, streams: EventStreams(),
        large: LargeWork(limits: configuration.largeWorkLimits),
        as: ClusterConfiguration(NodeProfile(name: name, address: name))))
    node.cluster.ownership.onOffer { [weak self] id, consent, number, completion in
      guard let self, let other = nodes.first(where: { $0.number == number }),
        !unreachable.withLock({ $0.contains(number) })
      else { return completion(false) }
      other.cluster.take(id, consent, completion)
    }
    all.withLock { $0.append(node) }
    node.member.handle(.becameUsable)
    turn()
    return node
  }

  /// Lets the members of all nodes that run do what is due.
  func turn() {
    for node in nodes where !node.isStopped { _ = node.member.turn(table) }
  }

  /// Lets time pass.
  func advance(by duration: Duration) {
    var left = duration
    // In the steps in which nodes beat, so that those that run live.
    while left > .zero {
      let step = min(left, .milliseconds(50))
      clock.withLock { $0 = $0.advanced(by: step) }
      left -= step
      timer.advance(by: Double(step.clampedNanoseconds) / 1e9)
      turn()
    }
  }

  /// Lets time pass until something has happened, which other threads may have to do.
  func advance(until isDone: () -> Bool) async {
    while !isDone() {
      advance(by: .milliseconds(50))
      await letOthersWork()
    }
  }

  /// Directs a request from a node to the one that has the session.
  ///
  /// - Returns: That node, and the session; `nil` if the request is refused.
  func direct(
    _ id: String, from entry: Node
  ) async throws -> (node: Node, entry: SessionRegistry.Entry)? {
    var plan = RoutingPlan(isRepeatable: true, timing: timing, at: now)
    func start() -> RoutingPlan.Step {
      plan.start(at: entry.number, view: entry.member.view, at: now)
    }
    var step = start()
    while true {
      let (target, referral): (Node?, Referral)
      switch step {
      case .here(let why): (target, referral) = (entry, why)
      case .forward(let number, nil, let why):
        (target, referral) = (nodes.first { $0.number == number && !$0.isStopped }, why)
      case .forward:
        step = plan.linkFailed(mayBeProcessed: false, view: entry.member.view, at: now)
        continue
      case .wait(let instant):
        advance(by: .nanoseconds(instant.nanoseconds - now.nanoseconds))
        step = start()
        continue
      case .refuse: return nil
      }
      guard let target else {
        step = plan.linkFailed(mayBeProcessed: false, view: entry.member.view, at: now)
        continue
      }
      switch await target.receive(id, referral) {
      case .local(let result): return (target, try result.get())
      case .forward(let destination):
        let destination = destination.inCluster ?? .anywhere
        step = plan.redirect(to: destination, view: entry.member.view, at: now)
      }
    }
  }
}
