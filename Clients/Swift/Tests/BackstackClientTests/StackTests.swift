import Foundation
import Testing

@testable import BackstackClient

@Suite("A stack that the user changes first")
struct StackTests {
  private func stack(_ ids: [Int]) -> ShownStack {
    var stack = ShownStack()
    stack.update(ids)
    return stack
  }

  @Test("A screen that the user closes is gone with those above it, until the service says so")
  func pop() {
    var stack = stack([1, 2, 3])
    #expect(stack.set([1]) == .pop(2))
    #expect(stack.ids == [1])
    stack.update([1, 2, 3, 4])
    #expect(stack.ids == [1])
    stack.update([1])
    stack.closed(2)
    #expect(stack.ids == [1])
    stack.update([1, 5])
    #expect(stack.ids == [1, 5])
  }

  @Test("Two swipes need two responses")
  func twoPops() {
    var stack = stack([1, 2, 3])
    #expect(stack.set([1, 2]) == .pop(3))
    #expect(stack.set([1]) == .pop(2))
    stack.update([1, 2])
    stack.closed(3)
    #expect(stack.ids == [1])
    stack.update([1])
    stack.closed(2)
    #expect(stack.ids == [1])
  }

  @Test("A refusal brings back what the user has closed")
  func refusal() {
    var stack = stack([1, 2])
    _ = stack.set([1])
    stack.refused()
    #expect(stack.ids == [1, 2])
  }

  @Test("A screen from between others is closed with those above it")
  func middle() {
    var stack = stack([1, 2, 3])
    #expect(stack.set([1, 3]) == .pop(2))
    #expect(stack.ids == [1])
  }

  @Test(
    "A path that is not a part of the shown one is refused",
    arguments: [[1, 9], [9], [2, 1], [3, 1], [1, 1], [1, 2, 3, 9]])
  func refusedPath(_ ids: [Int]) {
    var stack = stack([1, 2, 3])
    #expect(stack.set(ids) == .refused)
    #expect(stack.ids == [1, 2, 3])
  }

  @Test("The same path asks for nothing")
  func unchanged() {
    var stack = stack([1, 2])
    #expect(stack.set([1, 2]) == .unchanged)
    #expect(stack == self.stack([1, 2]))
  }

  @Test("While a transition runs, screens neither come nor go, but for those that the user closes")
  func transition() {
    var stack = stack([1, 2])
    stack.beginTransition()
    stack.update([1])
    #expect(stack.ids == [1, 2])
    #expect(stack.kept == [1, 2])
    #expect(stack.set([1]) == .pop(2))
    #expect(stack.ids == [1])
    stack.update([1, 3])
    #expect(stack.ids == [1])
    stack.endTransition()
    #expect(stack.ids == [1, 3])
  }

  @Test("Elements are equal by their ids alone")
  func elements() throws {
    let text = #"[{"id":1,"state":"a"},{"id":1,"state":"b"},{"id":2,"state":"a"}]"#
    let elements = try JSONDecoder().decode([RemoteElement<String>].self, from: Data(text.utf8))
    #expect(elements[0] == elements[1])
    #expect(elements[0] != elements[2])
    #expect(Set(elements).count == 2)
  }
}
