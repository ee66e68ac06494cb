import BackstackCluster
import BackstackPlatform
import BackstackStorage
import Testing

/// A session whose events a test passes on.
private final class Ownership {
  private(set) var local: OwnershipState

  init(_ local: OwnershipState) { self.local = local }

  var copy: Ownership { Ownership(local) }
  var epoch: UInt64? { local.epoch }
  var isLeaving: Bool { local.isLeaving }

  func isForgettable(at now: MonotonicInstant) -> Bool { local.isForgettable(at: now) }

  @discardableResult
  func receive(_ referral: Referral, view: ClusterView, at now: MonotonicInstant)
    -> OwnershipDecision
  {
    local.receive(referral, view: view, at: now)
  }

  @discardableResult
  func handle(
    _ event: OwnershipState.Event, view: ClusterView, at now: MonotonicInstant
  ) -> [OwnershipState.Step] {
    local.handle(event, view: view, at: now)
  }
}

@Suite("What a node has of a session")
struct OwnershipStateTests {
  /// Nodes 1 and 2 are ready.
  private let view: ClusterView
  /// The bits of a session whose home is node 1.
  private let key: UInt64

  init() throws {
    let profile = NodeProfile(name: "", address: "")
    let rows = [1, 2].map { NodeRow(number: $0, profile: profile, state: .ready, beat: 0) }
    let view = ClusterView(NodeReading(rows: rows, next: 3))
    self.view = view
    key = try #require((0..<100).first { view.home(of: $0) == 1 })
  }

  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private var unowned: SessionClaim.Right { .unowned(view.deadNodes) }

  /// Returns a session that is active at its home under epoch 4.
  private func active() -> Ownership {
    let session = Ownership(OwnershipState(key: key, at: 1))
    let decision = session.receive(.home, view: view, at: at(0))
    #expect(decision == .wait([.claim(unowned, avoiding: [])]))
    #expect(session.receive(.home, view: view, at: at(0)) == .wait([]))
    #expect(handle(session, .claimed(epoch: 4)) == [.admitRequests])
    #expect(session.receive(.home, view: view, at: at(0)) == .process)
    return session
  }

  @discardableResult
  private func handle(
    _ session: Ownership, _ event: OwnershipState.Event, at time: Int64 = 0
  ) -> [OwnershipState.Step] {
    session.handle(event, view: view, at: at(time))
  }

  @Test("A request goes home, and is not processed elsewhere")
  func home() {
    let session = Ownership(OwnershipState(key: key, at: 2))
    #expect(session.receive(.home, view: view, at: at(0)) == .forward(.node(1, .home)))
    #expect(session.isForgettable(at: at(0)))
  }

  @Test("A claim that fails because of a living owner sends the request to the owner")
  func owner() {
    let session = Ownership(OwnershipState(key: key, at: 1))
    session.receive(.home, view: view, at: at(0))
    let steps = handle(session, .claimFailed(.owned(node: 2, epoch: 9)))
    #expect(steps == [.sendRequestsOn(.node(2, .owner(epoch: 9)))])
    // The owner does not have it in memory: its home may have it.
    let owner = Ownership(OwnershipState(key: key, at: 2))
    let consent = Referral.consent(of: 2, epoch: 9)
    #expect(
      owner.receive(.owner(epoch: 9), view: view, at: at(0)) == .forward(.node(1, consent)))
    let right = SessionClaim.Right.consented(by: 2, epoch: 9)
    #expect(
      session.receive(consent, view: view, at: at(0)) == .wait([.claim(right, avoiding: [])]))
  }

  @Test("A claim that fails because of a dead owner is made again with what is known by then")
  func deadOwner() {
    let session = Ownership(OwnershipState(key: key, at: 1))
    session.receive(.home, view: ClusterView(), at: at(0))
    var later = ClusterView(NodeReading(rows: [], next: 9))
    let steps = session.handle(
      .claimFailed(.owned(node: 5, epoch: 1)), view: later, at: at(0))
    #expect(steps == [.sendRequestsOn(.anywhere)])
    // A node that is not known yet may live.
    later = ClusterView(NodeReading(rows: [], next: 4))
    session.receive(.home, view: later, at: at(0))
    let unknown = session.handle(
      .claimFailed(.owned(node: 5, epoch: 1)), view: later, at: at(0))
    #expect(unknown == [.sendRequestsOn(.node(5, .owner(epoch: 1)))])
  }

  @Test("An error of the storage refuses the requests that wait, and the next one claims again")
  func storageError() {
    let session = Ownership(OwnershipState(key: key, at: 1))
    session.receive(.home, view: view, at: at(0))
    #expect(handle(session, .claimFailed(.notFound)) == [.refuseRequests(.notFound)])
    let decision = session.receive(.home, view: view, at: at(0))
    #expect(decision == .wait([.claim(unowned, avoiding: [])]))
  }

  @Test("A session is offered once all is stored, and forgotten once it is taken")
  func handOver() {
    let session = active()
    #expect(handle(session, .handOver(to: 1)) == [])
    #expect(handle(session, .handOver(to: 7)) == [])
    #expect(handle(session, .handOver(to: 2)) == [.drain])
    #expect(session.receive(.home, view: view, at: at(0)) == .wait([]))
    // It may still be written.
    #expect(session.epoch == 4)
    #expect(handle(session, .drained, at: 10) == [.offer(to: 2, epoch: 4)])
    #expect(session.epoch == nil)
    let steps = handle(session, .offerAccepted, at: 20)
    #expect(steps == [.sendRequestsOn(.node(2, .owner(epoch: 5)))])
    // For a while it is known where the session went, even if its home is here.
    let moved = OwnershipDecision.forward(.node(2, .owner(epoch: 5)))
    #expect(session.receive(.home, view: view, at: at(30_019)) == moved)
    #expect(!session.isForgettable(at: at(30_019)))
    #expect(session.isForgettable(at: at(30_020)))
    let decision = session.receive(.home, view: view, at: at(30_020))
    #expect(decision == .wait([.claim(unowned, avoiding: [])]))
  }

  @Test("A session that has left the memory of the node to which it was handed over comes home")
  func comesHome() {
    let session = active()
    for event in [OwnershipState.Event.handOver(to: 2), .drained, .offerAccepted] {
      handle(session, event)
    }
    let target = Ownership(OwnershipState(key: key, at: 2))
    target.receive(.consent(of: 1, epoch: 4), view: view, at: at(0))
    handle(target, .claimed(epoch: 5))
    handle(target, .removed)
    // The request comes back with the consent, and the home does not send it there a second time.
    let consent = Referral.consent(of: 2, epoch: 5)
    #expect(session.receive(.home, view: view, at: at(1)) == .forward(.node(2, .owner(epoch: 5))))
    #expect(target.receive(.owner(epoch: 5), view: view, at: at(1)) == .forward(.node(1, consent)))
    let claim = OwnershipState.Step.claim(.consented(by: 2, epoch: 5), avoiding: [])
    #expect(session.receive(consent, view: view, at: at(1)) == .wait([claim]))
  }

  @Test("An offer without an answer is taken back by a claim before the session continues")
  func takeBack() {
    let session = active()
    handle(session, .handOver(to: 2))
    handle(session, .drained)
    let claim = OwnershipState.Step.claim(.consented(by: 1, epoch: 4), avoiding: [])
    #expect(handle(session, .offerFailed) == [claim])
    #expect(session.receive(.home, view: view, at: at(0)) == .wait([]))
    #expect(handle(session, .offerAccepted) == [])
    let other = session.copy
    #expect(handle(session, .claimed(epoch: 5)) == [.admitRequests])
    #expect(session.epoch == 5)
    // Or the other node was faster.
    let steps = handle(other, .claimFailed(.owned(node: 2, epoch: 5)))
    #expect(steps == [.sendRequestsOn(.node(2, .owner(epoch: 5)))])
    #expect(other.epoch == nil)
  }

  @Test("A node that goes while a session settles leaves the session where it is")
  func targetGoes() {
    let session = active()
    handle(session, .handOver(to: 2))
    #expect(session.isLeaving)
    let steps = session.handle(.drained, view: ClusterView(), at: at(0))
    #expect(steps == [.claim(.consented(by: 1, epoch: 4), avoiding: [])])
    #expect(!session.isLeaving)
  }

  @Test("An offer is claimed with the consent, unless a claim is under way")
  func offer() {
    let session = Ownership(OwnershipState(key: key, at: 1))
    let offer = Referral.consent(of: 2, epoch: 3)
    let claim = OwnershipState.Step.claim(.consented(by: 2, epoch: 3), avoiding: [])
    session.receive(.home, view: view, at: at(0))
    #expect(session.receive(offer, view: view, at: at(0)) == .wait([]))
    // It is told the owner that the offer is from, and claims then.
    #expect(
      handle(session, .claimFailed(.owned(node: 2, epoch: 3)))
        == [.sendRequestsOn(.node(2, .owner(epoch: 3)))])
    #expect(session.receive(offer, view: view, at: at(0)) == .wait([claim]))
    #expect(handle(session, .claimed(epoch: 4)) == [.admitRequests])
  }

  @Test("A node that is not ready takes no offer")
  func offerWhileDraining() {
    let session = Ownership(OwnershipState(key: key, at: 3))
    let decision = session.receive(.consent(of: 2, epoch: 3), view: view, at: at(0))
    #expect(decision == .forward(.node(1, .home)))
  }

  @Test("A node that is dead drops the session")
  func drop() {
    let session = active()
    let steps = handle(session, .dropped)
    #expect(steps == [.drop, .sendRequestsOn(.anywhere)])
    #expect(session.isForgettable(at: at(0)))
    #expect(handle(session, .drained) == [])
    #expect(handle(session, .claimed(epoch: 9)) == [])
    #expect(session.epoch == nil)
  }

  @Test(
    "A session that has left the memory is known no longer, also amid a hand-over",
    arguments: [true, false])
  func removal(isDraining: Bool) {
    let session = active()
    if isDraining { handle(session, .handOver(to: 2)) }
    #expect(handle(session, .removed) == [.sendRequestsOn(.anywhere)])
    #expect(session.isForgettable(at: at(0)))
    #expect(session.epoch == nil)
    #expect(handle(session, .removed) == [])
  }

  @Test("A shape that only others read goes to them, with the owner's consent if there is one")
  func shapes() {
    func row(_ number: UInt64, _ shapes: Set<String>) -> NodeRow {
      let profile = NodeProfile(name: "", address: "", shapes: shapes)
      return NodeRow(number: number, profile: profile, state: .ready, beat: 0)
    }
    let rows = [row(1, ["old"]), row(2, ["old", "new"])]
    let mixed = ClusterView(NodeReading(rows: rows, next: 3))
    let session = Ownership(OwnershipState(key: key, at: 1))
    let decision = session.receive(.home, view: mixed, at: at(0))
    #expect(decision == .wait([.claim(.unowned(mixed.deadNodes), avoiding: ["new"])]))
    let error = StorageError.unsuitable(fingerprint: "new", node: 0, epoch: 1)
    #expect(
      session.handle(.claimFailed(error), view: mixed, at: at(0))
        == [.sendRequestsOn(.node(2, .shape("new")))])
    // The node that reads it claims it, though its home is elsewhere.
    let reader = Ownership(OwnershipState(key: key, at: 2))
    let read = reader.receive(.shape("new"), view: mixed, at: at(0))
    #expect(read == .wait([.claim(.unowned(mixed.deadNodes), avoiding: [])]))
    // A consent is passed on, and so is one's own.
    for owner in [1, 5] as [UInt64] {
      let consent = Referral.consent(of: owner, epoch: 1)
      session.receive(consent, view: mixed, at: at(0))
      let owned = StorageError.unsuitable(fingerprint: "new", node: owner, epoch: 1)
      #expect(
        session.handle(.claimFailed(owned), view: mixed, at: at(0))
          == [.sendRequestsOn(.node(2, consent))])
    }
  }
}
