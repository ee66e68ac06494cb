import BackstackPlatform
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackCluster

/// A member's node with its clock, which records the member's calls.
private final class Node: Sendable {
  private struct State: Sendable {
    var now = MonotonicInstant(nanoseconds: 0)
    var done: [String] = []
  }

  private let state = Guarded(State())

  func advance(by duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }

  /// The calls since this was read last, without the views.
  var done: [String] {
    state.withLock { state in
      defer { state.done = [] }
      return state.done
    }
  }

  private func note(_ text: String) { state.withLock { $0.done.append(text) } }

  func member(_ name: String = "a") -> ClusterMember {
    let profile = NodeProfile(name: name, address: "127.0.0.1:1")
    return ClusterMember(
      profile, timing: ClusterTiming(), now: { [self] in state.withLock { $0.now } },
      actions: ClusterMember.Actions(
        adopt: { [self] view in
          let states = view.members.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.state)" }
          note("view: \(states.joined(separator: ", "))")
        }, dropSessions: { [self] in note("drop") },
        report: { [self] in note($0.map { "report: \($0)" } ?? "works") }))
  }
}

/// A directory that fails as long as a test wants it to.
private final class FailingNodes: NodeDirectory {
  let nodes = MemoryNodes()
  var isFailing = true

  private func check() throws(StorageError) { if isFailing { throw .unavailable("test") } }

  func join(_ profile: NodeProfile) throws(StorageError) -> (number: UInt64, reading: NodeReading) {
    try check()
    return nodes.join(profile)
  }

  func beat(_ number: UInt64, state: NodeState) throws(StorageError) -> NodeReading? {
    try check()
    return nodes.beat(number, state: state)
  }

  func declareDead(_ number: UInt64, since beat: UInt64) throws(StorageError) -> Bool {
    try check()
    return nodes.declareDead(number, since: beat)
  }

  func endConnections(of number: UInt64) throws(StorageError) { try check() }
}

@Suite("A member of a cluster")
struct ClusterMemberTests {
  @Test("A node joins, sees others, outlives one, and leaves")
  func life() {
    let directory = MemoryNodes()
    let node = Node()
    let member = node.member()
    #expect(member.number == nil && !member.holdsLease())
    #expect(member.turn(directory) == .milliseconds(250))
    #expect(member.number == 1 && member.holdsLease())
    #expect(node.done == ["view: 1 joining"])
    member.handle(.becameUsable)
    _ = member.turn(directory)
    #expect(node.done == ["view: 1 ready"])

    // One that joins and never beats.
    _ = directory.join(NodeProfile(name: "b", address: "127.0.0.1:2"))
    var polls = 0
    while member.view.members[2] != nil || polls == 0 {
      node.advance(by: .milliseconds(250))
      _ = member.turn(directory)
      polls += 1
    }
    // Seen first, and then through a whole second.
    #expect(polls == 5)
    #expect(node.done == ["view: 1 ready, 2 joining", "view: 1 ready"])

    member.handle(.drain)
    _ = member.turn(directory)
    #expect(node.done == ["view: 1 draining"] && member.holdsLease())
    member.handle(.emptied)
    #expect(member.turn(directory) == nil)
    #expect(node.done.isEmpty && !member.holdsLease())
  }

  @Test("A node that was declared dead drops its sessions, and joins under another number")
  func death() {
    let directory = MemoryNodes()
    let node = Node()
    let member = node.member()
    _ = member.turn(directory)
    member.handle(.becameUsable)
    _ = member.turn(directory)
    _ = node.done
    node.advance(by: .seconds(5))
    #expect(!member.holdsLease())
    #expect(directory.declareDead(1, since: 2))
    _ = member.turn(directory)
    #expect(node.done == ["drop", "view: ", "view: 2 joining", "view: 2 ready"])
    #expect(member.number == 2 && member.holdsLease())
  }

  @Test("What fails is reported and tried again, and the lease ends meanwhile")
  func failures() {
    let directory = FailingNodes()
    let node = Node()
    let member = node.member()
    #expect(member.turn(directory) == .milliseconds(250))
    #expect(node.done.count == 1 && member.number == nil)
    // Not before its time.
    #expect(member.turn(directory) == .milliseconds(250))
    #expect(node.done.isEmpty)
    directory.isFailing = false
    node.advance(by: .milliseconds(250))
    #expect(member.turn(directory) == .milliseconds(250))
    #expect(node.done == ["works", "view: 1 joining"])
    directory.isFailing = true
    for beat in 1...4 {
      node.advance(by: .milliseconds(250))
      #expect(member.turn(directory) == .milliseconds(250))
      // Once for each reason.
      #expect(node.done.count == (beat == 1 ? 1 : 0))
      #expect(member.holdsLease() == (beat < 4))
    }
    directory.isFailing = false
    node.advance(by: .milliseconds(250))
    _ = member.turn(directory)
    #expect(node.done == ["works"] && member.holdsLease())
  }

  @Test("The member's thread ends when the node has left")
  func thread() throws {
    let member = Node().member()
    try member.start { MemoryNodes() }
    member.handle(.becameUsable)
    member.handle(.drain)
    member.handle(.emptied)
    member.awaitEnd(seconds: .infinity)
    #expect(!member.holdsLease())
  }
}
