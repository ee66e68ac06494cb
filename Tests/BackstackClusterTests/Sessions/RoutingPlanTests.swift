import BackstackCluster
import BackstackPlatform
import BackstackStorage
import Testing

/// A request whose way a test follows.
private final class Request {
  private var dispatch: RoutingPlan

  init(_ dispatch: RoutingPlan) { self.dispatch = dispatch }

  func start(
    at node: UInt64?, view: ClusterView, at now: MonotonicInstant
  ) -> RoutingPlan.Step {
    dispatch.start(at: node, view: view, at: now)
  }

  func extend(_ timing: ClusterTiming, at now: MonotonicInstant) {
    dispatch.extend(timing, at: now)
  }

  func redirect(
    to destination: Destination, view: ClusterView, at now: MonotonicInstant
  ) -> RoutingPlan.Step {
    dispatch.redirect(to: destination, view: view, at: now)
  }

  func linkFailed(
    mayBeProcessed: Bool, view: ClusterView, at now: MonotonicInstant
  ) -> RoutingPlan.Step {
    dispatch.linkFailed(mayBeProcessed: mayBeProcessed, view: view, at: now)
  }
}

@Suite("The way of a request")
struct RoutingPlanTests {
  private let timing = ClusterTiming()

  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private func view(_ numbers: [UInt64]) -> ClusterView {
    let profile = NodeProfile(name: "", address: "")
    let rows = numbers.map { NodeRow(number: $0, profile: profile, state: .ready, beat: 0) }
    return ClusterView(NodeReading(rows: rows, next: 10))
  }

  /// Returns a request that has come in at node 1, which said that it belongs to node 2.
  private func forwarded(_ view: ClusterView, isRepeatable: Bool = true) -> Request {
    let dispatch = Request(RoutingPlan(isRepeatable: isRepeatable, timing: timing, at: at(0)))
    #expect(dispatch.start(at: 1, view: view, at: at(0)) == .here(.home))
    let step = dispatch.redirect(to: .node(2, .home), view: view, at: at(0))
    #expect(step == .forward(to: 2, through: nil, .home))
    return dispatch
  }

  @Test("A request that is led in a circle waits, and begins again")
  func circle() {
    let all = view([1, 2, 3])
    let dispatch = forwarded(all)
    let next = dispatch.redirect(to: .node(3, .owner(epoch: 1)), view: all, at: at(1))
    #expect(next == .forward(to: 3, through: nil, .owner(epoch: 1)))
    // To come back to a node for another reason is no circle.
    let back = dispatch.redirect(to: .node(2, .consent(of: 3, epoch: 1)), view: all, at: at(2))
    #expect(back == .forward(to: 2, through: nil, .consent(of: 3, epoch: 1)))
    let circle = dispatch.redirect(to: .node(3, .owner(epoch: 1)), view: all, at: at(3))
    #expect(circle == .wait(until: at(53)))
    #expect(dispatch.start(at: 1, view: all, at: at(53)) == .here(.home))
  }

  @Test("A request ends after the entry's patience")
  func patience() {
    let all = view([1, 2])
    let dispatch = forwarded(all)
    #expect(dispatch.redirect(to: .anywhere, view: all, at: at(4_949)) == .wait(until: at(4_999)))
    #expect(dispatch.redirect(to: .anywhere, view: all, at: at(4_950)) == .refuse(.unreachable))
    let late = dispatch.redirect(to: .node(1, .home), view: all, at: at(5_000))
    #expect(late == .refuse(.unreachable))
    // Its content has come late.
    let content = forwarded(all)
    content.extend(timing, at: at(4_000))
    #expect(content.redirect(to: .anywhere, view: all, at: at(8_949)) == .wait(until: at(8_999)))
    #expect(content.redirect(to: .anywhere, view: all, at: at(8_950)) == .refuse(.unreachable))
    // It is led in a circle all the same.
    let circle = forwarded(all)
    circle.extend(timing, at: at(1))
    #expect(circle.redirect(to: .node(1, .home), view: all, at: at(2)) == .wait(until: at(52)))
  }

  @Test("A request that may have been processed is sent again only if it may be repeated")
  func ambiguous() {
    let all = view([1, 2])
    let once = forwarded(all, isRepeatable: false)
    #expect(once.linkFailed(mayBeProcessed: true, view: all, at: at(1)) == .refuse(.ambiguous))
    let unsent = forwarded(all, isRepeatable: false)
    #expect(
      unsent.linkFailed(mayBeProcessed: false, view: all, at: at(1)) == .wait(until: at(51)))
    let again = forwarded(all)
    #expect(again.linkFailed(mayBeProcessed: true, view: all, at: at(1)) == .wait(until: at(51)))
  }

  @Test("A node that can't be reached is asked through each other node, once")
  func relays() {
    let all = view([1, 2, 3, 4])
    let dispatch = forwarded(all)
    for relay in [3, 4] as [UInt64] {
      let step = dispatch.linkFailed(mayBeProcessed: false, view: all, at: at(1))
      #expect(step == .forward(to: 2, through: relay, .home))
    }
    #expect(
      dispatch.linkFailed(mayBeProcessed: false, view: all, at: at(2)) == .wait(until: at(52)))
    // Another attempt may go through all of them again.
    #expect(dispatch.start(at: 1, view: all, at: at(52)) == .here(.home))
    let again = dispatch.redirect(to: .node(2, .home), view: all, at: at(52))
    #expect(again == .forward(to: 2, through: nil, .home))
    let indirect = dispatch.linkFailed(mayBeProcessed: false, view: all, at: at(53))
    #expect(indirect == .forward(to: 2, through: 3, .home))
  }

  @Test("A node that is dead is not asked through a third one")
  func dead() {
    let dispatch = forwarded(view([1, 2, 3]))
    let step = dispatch.linkFailed(mayBeProcessed: false, view: view([1, 3]), at: at(1))
    #expect(step == .wait(until: at(51)))
  }

  @Test("A node that is not known yet is waited for")
  func unknown() {
    let all = view([1, 2])
    let dispatch = forwarded(all)
    let step = dispatch.redirect(to: .node(12, .owner(epoch: 1)), view: all, at: at(1))
    #expect(step == .wait(until: at(51)))
    // So is the node's own number.
    let early = Request(RoutingPlan(isRepeatable: true, timing: timing, at: at(0)))
    #expect(early.start(at: nil, view: ClusterView(), at: at(0)) == .wait(until: at(50)))
    #expect(early.start(at: 4, view: ClusterView(), at: at(50)) == .here(.home))
  }
}
