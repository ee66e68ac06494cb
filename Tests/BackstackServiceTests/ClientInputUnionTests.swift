import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The union of two features' inputs")
struct ClientInputUnionTests {
  @Test("The union of two inputs has the larger limit of each, in either order")
  func union() {
    var one = ClientInput(takesState: true)
    (one.maximumDepth, one.maximumElements, one.maximumBytes) = (1, 20, 300)
    var other = ClientInput(takesPushes: true)
    (other.maximumDepth, other.maximumElements, other.maximumBytes) = (10, 2, 30)
    var both = ClientInput(takesState: true, takesPushes: true)
    (both.maximumDepth, both.maximumElements, both.maximumBytes) = (10, 20, 300)
    #expect(one.union(other) == both)
    #expect(other.union(one) == both)
    #expect(one.union(one) == one)
  }
}
