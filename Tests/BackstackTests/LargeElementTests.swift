import Backstack
import Testing

@Suite("Large elements on a stack")
struct LargeElementTests {
  /// An element of more than 32 kilobytes, too large for a temporary copy during a removal.
  private struct Large {
    var bytes: InlineArray<4200, Int>
    let name: String

    init(_ name: String) {
      bytes = InlineArray(repeating: name.count)
      self.name = name
    }
  }

  private func stack(_ letters: String) -> StackState<Large> {
    StackState(letters.map { Large(String($0)) })
  }

  private func names(_ stack: StackState<Large>) -> String { stack.map(\.name).joined() }

  @Test(
    "Removing a range keeps the other elements, in order, with their ids",
    arguments: [(0..<2, "cdef"), (2..<4, "abef"), (4..<6, "abcd"), (0..<6, ""), (3..<3, "abcdef")])
  func removal(range: Range<Int>, rest: String) {
    var stack = stack("abcdef")
    let ids = stack.ids
    let copy = stack
    stack.removeSubrange(range)
    #expect(names(stack) == rest)
    #expect(stack.ids == Array(ids[..<range.lowerBound] + ids[range.upperBound...]))
    #expect(names(copy) == "abcdef" && copy.ids == ids)
    for (id, element) in zip(stack.ids, stack) { #expect(stack[id: id]?.name == element.name) }
  }

  @Test("Popping a large element removes all elements above it, too")
  func popping() throws {
    var stack = stack("abcd")
    stack.pop(from: stack.ids[2])
    #expect(names(stack) == "ab")
    stack.pop(to: stack.ids[0])
    #expect(names(stack) == "a")
    stack.append(Large("x"))
    #expect(names(stack) == "ax")
  }
}
