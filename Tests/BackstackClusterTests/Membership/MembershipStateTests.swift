import BackstackCluster
import BackstackPlatform
import BackstackStorage
import Testing

/// A node whose life a test drives.
private final class Node {
  private var life: MembershipState

  init(_ timing: ClusterTiming) {
    life = MembershipState(timing: timing, at: MonotonicInstant(nanoseconds: 0))
  }

  var number: UInt64? { life.number }
  var view: ClusterView { life.view }
  var nextTimer: MonotonicInstant { life.nextTimer }

  func holdsLease(at now: MonotonicInstant) -> Bool { life.holdsLease(at: now) }

  func handle(_ event: MembershipState.Event, at now: MonotonicInstant) -> [MembershipState.Step] {
    life.handle(event, at: now)
  }
}

@Suite("The life of a node")
struct MembershipStateTests {
  private let timing = ClusterTiming()
  private let profile = NodeProfile(name: "a", address: "127.0.0.1:1")

  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private func row(_ number: UInt64, _ state: NodeState = .ready, beat: UInt64) -> NodeRow {
    NodeRow(number: number, profile: profile, state: state, beat: beat)
  }

  private func reading(_ rows: [NodeRow], next: UInt64 = 3) -> NodeReading {
    NodeReading(rows: rows, next: next)
  }

  /// Returns a node that has joined as number 1, and is ready, at 0 ms.
  private func readyNode() -> Node {
    let life = Node(timing)
    #expect(life.handle(.timer, at: at(0)) == [.join])
    let joined = reading([row(1, .joining, beat: 0)], next: 2)
    let steps = life.handle(.joined(1, joined, sent: at(0)), at: at(0))
    #expect(steps == [.adopt(ClusterView(joined)), .beat(1, state: .joining)])
    // A beat that is under way is waited for.
    #expect(life.handle(.becameUsable, at: at(0)) == [])
    let first = reading([row(1, .joining, beat: 1)], next: 2)
    let next = life.handle(.beatStored(first, sent: at(0)), at: at(0))
    #expect(next == [.beat(1, state: .ready)])
    let second = reading([row(1, beat: 2)], next: 2)
    let last = life.handle(.beatStored(second, sent: at(0)), at: at(0))
    #expect(last == [.adopt(ClusterView(second))])
    #expect(life.nextTimer == at(250))
    return life
  }

  @Test("A beat's lease ends before others take the node's sessions")
  func lease() {
    let life = readyNode()
    #expect(life.holdsLease(at: at(899)))
    #expect(!life.holdsLease(at: at(900)))
    // The time at which the beat was sent counts, not that of its result.
    #expect(life.handle(.timer, at: at(250)) == [.beat(1, state: .ready)])
    let stored = MembershipState.Event.beatStored(
      reading([row(1, beat: 3)], next: 2), sent: at(250))
    _ = life.handle(stored, at: at(1_000))
    #expect(life.holdsLease(at: at(1_149)))
    #expect(!life.holdsLease(at: at(1_150)))
  }

  @Test("A node whose beat stands still through all polls of a second is declared dead")
  func death() {
    let life = readyNode()
    var steps: [MembershipState.Step] = []
    for poll in 1...5 as ClosedRange<Int64> {
      #expect(steps.isEmpty || poll <= 2)
      _ = life.handle(.timer, at: at(poll * 250))
      let other = reading([row(1, beat: UInt64(2 + poll)), row(2, beat: 9)])
      steps = life.handle(.beatStored(other, sent: at(poll * 250)), at: at(poll * 250))
    }
    #expect(steps == [.declareDead(2, since: 9)])
    // It is declared once, and its connections are ended by the node that declared it.
    let dead = life.handle(.foundDead(2), at: at(1_260))
    let alone = ClusterView(reading([row(1, beat: 0)]))
    #expect(dead == [.endConnections(of: 2), .adopt(alone)])
    #expect(life.view.isDead(2))
    #expect(life.handle(.foundDead(2), at: at(1_261)) == [])
  }

  @Test("A beat that moves, or a poll that comes late, restarts the count", arguments: [3, 5])
  func recount(poll: Int64) {
    for isLate in [true, false] {
      let life = readyNode()
      var time: Int64 = 0
      var polls = 0
      var beat: UInt64 = 9
      while true {
        polls += 1
        time += 250
        if polls == poll, isLate { time += 251 }
        if polls == poll, !isLate { beat += 1 }
        _ = life.handle(.timer, at: at(time))
        let other = reading([row(1, beat: UInt64(2 + polls)), row(2, beat: beat)])
        let steps = life.handle(.beatStored(other, sent: at(time)), at: at(time))
        if steps.contains(.declareDead(2, since: beat)) { break }
      }
      #expect(polls == Int(poll) + 4)
    }
  }

  @Test("A node that is declared dead drops everything and joins under another number")
  func ownDeath() {
    let life = readyNode()
    #expect(life.handle(.timer, at: at(250)) == [.beat(1, state: .ready)])
    #expect(
      life.handle(.beatRefused, at: at(300)) == [.dropSessions, .adopt(ClusterView()), .join])
    #expect(life.number == nil)
    #expect(!life.holdsLease(at: at(300)))
    // What belongs to the earlier number comes too late.
    let late = reading([row(1, beat: 4)])
    #expect(life.handle(.beatStored(late, sent: at(250)), at: at(301)) == [])
    #expect(life.number == nil)
    let joined = reading([row(5, .joining, beat: 0)], next: 6)
    _ = life.handle(.joined(5, joined, sent: at(300)), at: at(310))
    #expect(life.number == 5)
    let first = reading([row(5, .joining, beat: 1)], next: 6)
    #expect(
      life.handle(.beatStored(first, sent: at(310)), at: at(320)) == [.beat(5, state: .ready)])
  }

  @Test("A node that joins in vain tries again")
  func joinFails() {
    let life = Node(timing)
    #expect(life.handle(.timer, at: at(0)) == [.join])
    #expect(life.handle(.timer, at: at(0)) == [])
    #expect(life.handle(.joinFailed, at: at(900)) == [])
    #expect(life.handle(.timer, at: at(1_149)) == [])
    #expect(life.handle(.timer, at: at(1_150)) == [.join])
  }

  @Test("A node that leaves gives its lease up before others can know")
  func drain() {
    let life = readyNode()
    #expect(life.handle(.emptied, at: at(10)) == [])
    #expect(life.handle(.drain, at: at(20)) == [.beat(1, state: .draining)])
    #expect(life.holdsLease(at: at(30)))
    let draining = reading([row(1, .draining, beat: 3)], next: 2)
    let steps = life.handle(.beatStored(draining, sent: at(20)), at: at(30))
    #expect(steps == [.adopt(ClusterView(draining))])
    #expect(life.view.home(of: 1) == nil)
    #expect(life.handle(.emptied, at: at(40)) == [.beat(1, state: .left)])
    #expect(!life.holdsLease(at: at(40)))
    let left = life.handle(.beatStored(reading([], next: 2), sent: at(40)), at: at(50))
    #expect(left == [.finish])
    #expect(life.nextTimer == .never)
  }

  @Test("A draining node that is declared dead joins again, and drains until it is stopped")
  func deathWhileDraining() {
    let life = readyNode()
    _ = life.handle(.drain, at: at(20))
    #expect(
      life.handle(.beatRefused, at: at(30)) == [.dropSessions, .adopt(ClusterView()), .join])
    let joined = reading([row(5, .joining, beat: 0)], next: 6)
    let view = ClusterView(joined)
    #expect(
      life.handle(.joined(5, joined, sent: at(30)), at: at(40))
        == [.adopt(view), .beat(5, state: .draining)])
    let draining = reading([row(5, .draining, beat: 1)], next: 6)
    #expect(
      life.handle(.beatStored(draining, sent: at(40)), at: at(50))
        == [.adopt(ClusterView(draining))])
    #expect(life.handle(.emptied, at: at(60)) == [.beat(5, state: .left)])
  }

  @Test("A draining node that is stopped before it has joined again ends at once")
  func stopWhileOutside() {
    let life = readyNode()
    _ = life.handle(.drain, at: at(20))
    _ = life.handle(.beatRefused, at: at(30))
    #expect(life.handle(.emptied, at: at(40)) == [.finish])
    #expect(life.handle(.joinFailed, at: at(50)) == [])
    #expect(life.nextTimer == .never)
  }

  @Test("A node that is to drain before it belongs to a cluster joins it, and drains")
  func drainOutside() {
    let life = Node(timing)
    _ = life.handle(.timer, at: at(0))
    #expect(life.handle(.drain, at: at(1)) == [])
    let joined = reading([row(1, .joining, beat: 0)])
    #expect(
      life.handle(.joined(1, joined, sent: at(0)), at: at(2))
        == [.adopt(ClusterView(joined)), .beat(1, state: .draining)])
  }

  @Test("A node that belongs to no cluster yet ends at once when it is stopped")
  func stopBeforeJoining() {
    let life = Node(timing)
    _ = life.handle(.timer, at: at(0))
    _ = life.handle(.drain, at: at(1))
    #expect(life.handle(.emptied, at: at(1)) == [.finish])
    let joined = reading([row(1, .joining, beat: 0)])
    #expect(life.handle(.joined(1, joined, sent: at(0)), at: at(2)) == [])
  }

  @Test("The table never gives a number twice, and ends nobody who beats")
  func table() {
    let table = Changing(NodeTable())
    #expect(table { $0.join(profile) } == 1)
    #expect(table { $0.join(profile) } == 2)
    #expect(table { $0.beat(1, state: .ready) })
    #expect(!table { $0.beat(1, state: .joining) })
    #expect(!table { $0.beat(1, state: .dead) })
    #expect(!table { $0.declareDead(1, since: 0) })
    #expect(table { $0.declareDead(1, since: 1) })
    #expect(table { $0.declareDead(1, since: 1) })
    #expect(!table { $0.beat(1, state: .ready) })
    #expect(table { $0.beat(2, state: .left) })
    #expect(!table { $0.beat(2, state: .left) })
    #expect(!table { $0.declareDead(4, since: 0) })
    #expect(table { $0.join(profile) } == 3)
    #expect(table.value.reading.rows.map(\.number) == [3])
    #expect(table.value.reading.next == 4)
  }
}
