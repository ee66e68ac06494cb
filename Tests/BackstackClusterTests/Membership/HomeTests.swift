import BackstackCluster
import BackstackStorage
import BackstackTestSupport
import Testing

@Suite("The home of a session")
struct HomeTests {
  private func view(
    _ numbers: some Sequence<UInt64>, weight: Int = 1, state: NodeState = .ready,
    shapes: Set<String> = []
  ) -> [NodeRow] {
    numbers.map { number in
      let profile = NodeProfile(name: "", address: "", weight: weight, shapes: shapes)
      return NodeRow(number: number, profile: profile, state: state, beat: 0)
    }
  }

  private func keys(_ count: Int) -> [UInt64] {
    var random = SeededGenerator(seed: 7)
    return (0..<count).map { _ in random.next() }
  }

  @Test("Sessions spread over the nodes by their weights")
  func spread() {
    let rows = view(1...4) + view([5], weight: 4)
    let cluster = ClusterView(NodeReading(rows: rows, next: 6))
    var counts: [UInt64: Int] = [:]
    for key in keys(8_000) { counts[cluster.home(of: key) ?? 0, default: 0] += 1 }
    for number in 1...4 as ClosedRange<UInt64> {
      #expect((900...1_100).contains(counts[number] ?? 0))
    }
    #expect((3_850...4_150).contains(counts[5] ?? 0))
  }

  @Test("A node that joins or goes moves only its own sessions")
  func stability() {
    let three = ClusterView(NodeReading(rows: view(1...3), next: 4))
    let four = ClusterView(NodeReading(rows: view(1...4), next: 5))
    var moved = 0
    for key in keys(4_000) {
      let (before, after) = (three.home(of: key), four.home(of: key))
      if before != after {
        #expect(after == 4)
        moved += 1
      }
    }
    #expect((900...1_100).contains(moved))
  }

  @Test("Only nodes that are ready, and read the shape, are homes")
  func candidates() {
    let rows =
      view([1], state: .joining) + view([2], shapes: ["a"]) + view([3], shapes: ["a", "b"])
      + view([4], state: .draining, shapes: ["b"])
    let cluster = ClusterView(NodeReading(rows: rows, next: 5))
    for key in keys(100) {
      #expect([2, 3].contains(cluster.home(of: key)))
      #expect(cluster.home(of: key, shape: "b") == 3)
      #expect(cluster.home(of: key, shape: "c") == nil)
    }
    #expect(ClusterView().home(of: 1) == nil)
  }

  @Test("The nodes that are dead are all known ones but the living")
  func dead() {
    let cluster = ClusterView(NodeReading(rows: view([2, 4]), next: 6))
    #expect((1...7).filter { cluster.isDead($0) } == [1, 3, 5])
    #expect((1...7).filter { cluster.deadNodes.contains($0) } == [1, 3, 5])
  }
}
