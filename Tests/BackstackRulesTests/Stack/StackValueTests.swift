import Backstack
import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("The value of a stack")
struct StackValueTests {
  let setup = LiveStoreSetup()

  private func letters(_ text: String) -> StackState<String> { StackState(text.map(String.init)) }

  private func ids(_ numbers: Int...) -> [StackElementID] {
    numbers.map { StackElementID(generation: $0) }
  }

  @Test(
    "A stack is a random access collection that can grow and shrink, without a setter by index",
    .tags(.r25))
  func stackIsARandomAccessCollection() {
    var stack = letters("abc")
    #expect(stack[1] == "b")
    #expect(stack.index(stack.startIndex, offsetBy: 2) == 2)
    stack.replaceSubrange(0..<2, with: ["x"])
    #expect(stack.joined() == "xc")
    let value: Any = stack
    #expect(value is any RandomAccessCollection)
    #expect(value is any RangeReplaceableCollection)
    #expect(!(value is any MutableCollection))
  }

  @Test("Elements that replace a range get new ids; the ids of the range are gone", .tags(.r26))
  func whatReplacesARangeGetsFresh() {
    var stack = letters("abcd")
    stack.replaceSubrange(1..<3, with: ["x", "y", "z"])
    #expect(stack.joined() == "axyzd")
    #expect(stack.ids == ids(0, 4, 5, 6, 3))
  }

  // In TCA, `removeAll(where:)` renumbers the elements that stay, which cancels their effects. Here
  // they keep their ids (decision 6).
  @Test(
    "Additions and removeAll(where:) keep the ids of other elements; filter assigns new ones",
    .tags(.r27))
  func whatAddsKeepsTheIds() {
    var stack = letters("ab")
    stack.append("c")
    stack += ["d"]
    stack.insert("x", at: 0)
    stack = stack + ["e"]
    #expect(stack.joined() == "xabcde")
    #expect(stack.ids == ids(4, 0, 1, 2, 3, 5))
    stack.removeAll { $0 == "a" || $0 == "d" }
    #expect(stack.joined() == "xbce")
    #expect(stack.ids == ids(4, 1, 2, 5))

    let generator = StackElementIDGenerator(next: 9)
    withDependencies {
      $0.stackElementID = generator
    } operation: {
      #expect(stack.filter { $0 != "x" }.ids == ids(9, 10, 11))
      #expect(StackState(stack.dropLast()).ids == ids(12, 13, 14))
    }
  }

  @Test(
    "An element is read, changed, replaced and removed by its id; in tests also added", .tags(.r28))
  func elementIsReadChangedReplaced() {
    var stack = letters("abc")
    #expect(stack[id: 1] == "b")
    #expect(stack[id: 9] == nil)
    stack[id: 1]?.append("!")
    stack[id: 0] = "x"
    stack[id: 2] = nil
    #expect(Array(stack) == ["x", "b!"])
    setup.perform(context: .live) {
      stack[id: 9] = nil
      #expect(setup.issues.isEmpty)
      stack[id: 9] = "y"
    }
    #expect(setup.issues.lines.count == 1)
    #expect(stack.count == 2)
    setup.perform(context: .test) { stack[id: 9] = "y" }
    #expect(setup.issues.lines.count == 1)
    #expect(stack.ids == ids(0, 1, 9))
  }

  @Test(
    "An element's payload is read, changed and removed by its case; another case is an issue",
    .tags(.r29))
  func payloadIsReadChangedAndRemoved() {
    var stack: StackState<Chooser.Destination.State> = [.page(Page.State(7)), .sign(Sign.State())]
    #expect(stack[id: 0, case: \.page]?.id == 7)
    #expect(stack[id: 1, case: \.page] == nil)
    stack[id: 0, case: \.page]?.taps = 3
    #expect(stack[id: 0]?.page?.taps == 3)
    let before = stack
    setup.perform { stack[id: 1, case: \.page] = Page.State(8) }
    #expect(setup.issues.lines.count == 1)
    #expect(setup.issues.lines.first?.contains("'sign'") == true)
    #expect(stack == before)
    stack[id: 1, case: \.sign] = nil
    #expect(stack.ids == ids(0))
  }

  // In TCA, the ids are an ordered set; here they are an array, and still unique.
  @Test(
    "A stack's ids are in the order of its elements, and can be sliced and compared", .tags(.r30))
  func idsAreInTheOrder() {
    var stack = letters("abc")
    stack.insert("x", at: 1)
    #expect(stack.ids == ids(0, 3, 1, 2))
    #expect(Array(stack.ids[1...]) == ids(3, 1, 2))
    #expect(Set(stack.ids).subtracting(ids(0, 1)) == Set(ids(2, 3)))
    #expect(Set(stack.ids).count == stack.count)
  }

  @Test(
    "Stacks are equal if they have equal elements with the same ids in the same order", .tags(.r31))
  func equalMeansTheSameIds() {
    #expect(letters("ab") == letters("ab"))
    #expect(letters("ab") != letters("ac"))
    var renumbered = letters("xab")
    renumbered.removeFirst()
    #expect(Array(renumbered) == Array(letters("ab")))
    #expect(renumbered != letters("ab"))
    var reordered = letters("a")
    reordered.insert("b", at: 0)
    var other = letters("a")
    other.append("b")
    #expect(reordered != other)
  }

  @Test("A stack's hash covers ids and elements; it is Sendable if its elements are", .tags(.r32))
  func hashIsOfIdsAndElements() {
    var renumbered = letters("xa")
    renumbered.removeFirst()
    #expect(Set([letters("a"), letters("a"), renumbered, letters("b")]).count == 3)
    func take(_: some Hashable & Sendable) {}
    take(letters("a"))
  }

  // TCA encodes a bare array and so loses the ids. Here they are encoded, too (decision 2).
  @Test("A stack is encoded with its ids; the elements of a bare array get new ones", .tags(.r33))
  func wireFormKeepsTheIds() throws {
    var stack = letters("ab")
    stack.insert("x", at: 1)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(stack), as: UTF8.self)
    #expect(json == #"[{"id":0,"state":"a"},{"id":2,"state":"x"},{"id":1,"state":"b"}]"#)
    let decoded = try JSONDecoder().decode(StackState<String>.self, from: Data(json.utf8))
    #expect(decoded == stack)
    let bare = try setup.perform {
      try JSONDecoder().decode(StackState<String>.self, from: Data(#"["a","b"]"#.utf8))
    }
    #expect(bare == letters("ab"))
  }

  @Test(
    "A stack's description shows the elements; debug descriptions and dumps also show the ids",
    .tags(.r34))
  func descriptionShowsTheElements() {
    let stack = letters("ab")
    #expect(stack.description == #"["a", "b"]"#)
    #expect(stack.debugDescription == ##"[#0: "a", #1: "b"]"##)
    let mirror = Mirror(reflecting: stack)
    #expect(mirror.displayStyle == .dictionary)
    #expect(mirror.children.map(\.label) == ["#0", "#1"])
  }
}
