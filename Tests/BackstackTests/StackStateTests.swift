import Backstack
import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("StackState")
struct StackStateTests {
  /// Returns a stack of the letters of a text, with ids from 0.
  private func stack(_ letters: String) -> StackState<String> {
    StackState(letters.map(String.init))
  }

  private func ids(_ numbers: Int...) -> [StackElementID] {
    numbers.map(StackElementID.init(generation:))
  }

  @Test(
    "Adding elements keeps existing ids, and the new ids are larger than all of them", .tags(.r27))
  func growing() {
    var stack = stack("ab")
    stack.append("c")
    stack += ["d"]
    stack.append(contentsOf: ["e"])
    #expect(stack.ids == ids(0, 1, 2, 3, 4))
    #expect(Array(stack) == ["a", "b", "c", "d", "e"])
    stack.insert("x", at: 1)
    #expect(stack.ids == ids(0, 5, 1, 2, 3, 4))
    #expect(stack[id: 5] == "x")
    #expect(stack[id: 4] == "e")
    stack.append("y")
    #expect(stack.ids.last == 6)
  }

  @Test(
    "Removing elements keeps the ids of the others", .tags(.r22),
    arguments: [
      ({ @Sendable in $0.removeLast() }, "abcd"),
      ({ @Sendable in _ = $0.popLast() }, "abcd"),
      ({ @Sendable in $0.remove(at: 1) }, "acde"),
      ({ @Sendable in $0.removeFirst() }, "bcde"),
      ({ @Sendable in $0.removeFirst(2) }, "cde"),
      ({ @Sendable in $0.pop(from: 3) }, "abc"),
      ({ @Sendable in $0.pop(to: 3) }, "abcd"),
      ({ @Sendable in $0.pop(from: 9) }, "abcde"),
      ({ @Sendable in $0[id: 2] = nil }, "abde"),
      ({ @Sendable in $0.removeAll { $0 == "b" || $0 == "d" } }, "ace"),
      ({ @Sendable in $0.removeAll() }, ""),
    ] as [(@Sendable (inout StackState<String>) -> Void, String)])
  func shrinking(_ change: @Sendable (inout StackState<String>) -> Void, rest: String) {
    var stack = stack("abcde")
    change(&stack)
    #expect(stack.joined() == rest)
    let all = Array("abcde").map(String.init)
    #expect(stack.ids.map { all[$0.generation] }.joined() == rest)
    for (id, element) in zip(stack.ids, stack) { #expect(stack[id: id] == element) }
  }

  @Test("Elements are changed through their ids", .tags(.r28))
  func identity() {
    let issues = IssueLog()
    var stack = stack("ab")
    stack[id: 0]?.append("!")
    stack[id: 1] = "c"
    #expect(Array(stack) == ["a!", "c"])
    withDependencies {
      $0.issueReporter = issues.reporter
    } operation: {
      stack[id: 7] = nil
      #expect(issues.messages.isEmpty)
      stack[id: 7] = "x"
    }
    #expect(issues.messages.count == 1)
    #expect(stack.count == 2)
  }

  @Test("In a test, setting an element at a new id appends it", .tags(.r28))
  func settingInTests() {
    let issues = IssueLog()
    var stack = stack("ab")
    withDependencies {
      $0 = DependencyValues(context: .test)
      $0.issueReporter = issues.reporter
    } operation: {
      stack[id: 7] = "c"
      stack[id: 9] = nil
    }
    #expect(stack.ids == ids(0, 1, 7))
    #expect(stack[id: 7] == "c")
    #expect(issues.messages.isEmpty)
  }

  @Test("The ids can be sliced and compared", .tags(.r30))
  func slicingIDs() {
    let stack = stack("abcd")
    #expect(stack.ids[1...] == [1, 2, 3])
    #expect(stack.ids.dropFirst(2).first == 2)
    #expect(Set(stack.ids).subtracting([0, 3]) == [1, 2])
    #expect(stack.ids.firstIndex(of: 2) == 2)
  }

  @Test("Elements can be read like those of an array")
  func collection() {
    let stack = stack("abcd")
    #expect(stack[1] == "b")
    #expect(stack[1...2].elementsEqual(["b", "c"]))
    #expect(stack.first == "a")
    #expect(stack.last == "d")
    #expect(stack.count == 4)
    #expect(stack.reversed() == ["d", "c", "b", "a"])
    #expect((stack + ["e"]).ids == ids(0, 1, 2, 3, 4))
    #expect(StackState<String>().isEmpty)
  }

  @Test("The hash covers ids and elements", .tags(.r32))
  func hashing() {
    var renumbered = stack("b")
    renumbered.append("a")
    renumbered.removeFirst()
    #expect(Set([stack("a"), stack("a")]).count == 1)
    #expect(Set([stack("a"), renumbered]).count == 2)
  }

  @Test("A payload is changed through its case; another case is reported", .tags(.r29))
  func cases() {
    let issues = IssueLog()
    var path: StackState<Stack.Path.State> = [.counter(.init(count: 1)), .sheet(.init())]
    path[id: 0, case: \.counter]?.count = 4
    #expect(path[id: 0]?.counter?.count == 4)
    withDependencies {
      $0.issueReporter = issues.reporter
    } operation: {
      path[id: 1, case: \.counter] = Counter.State()
    }
    #expect(issues.messages.count == 1)
    #expect(issues.messages.first?.contains("'sheet'") == true)
    path[id: 0, case: \.counter] = nil
    #expect(path.ids == [1])
  }

  @Test("Equal means the same ids and elements in the same order", .tags(.r31))
  func equality() {
    let same = stack("ab")
    #expect(same == stack("ab"))
    var renumbered = stack("ab")
    renumbered.removeLast()
    renumbered.append(contentsOf: ["b"])
    #expect(renumbered == same)
    renumbered.insert("c", at: 0)
    renumbered.removeLast()
    #expect(renumbered != same)
  }

  @Test("The JSON form keeps ids, even if they are out of order")
  func coding() throws {
    var stack = stack("abc")
    stack.insert("x", at: 1)
    let data = try JSONEncoder().encode(stack)
    let decoded = try JSONDecoder().decode(StackState<String>.self, from: data)
    #expect(decoded == stack)
    #expect(decoded.ids == ids(0, 3, 1, 2))
  }

  @Test("Bare elements in JSON decode with new ids above the existing ones")
  func bareElements() throws {
    let json = #"["a", {"id": 4, "state": "b"}, "c"]"#
    let generator = StackElementIDGenerator()
    let decoded = try withDependencies {
      $0.stackElementID = generator
    } operation: {
      try JSONDecoder().decode(StackState<String>.self, from: Data(json.utf8))
    }
    #expect(decoded.ids == ids(5, 4, 6))
    #expect(generator.peek() == 7)
  }

  @Test(
    "Decoding refuses invalid and repeated ids",
    arguments: [
      #"[{"id": 1, "state": "a"}, {"id": 1, "state": "b"}]"#,
      #"[{"id": -1, "state": "a"}]"#,
      #"[{"id": 9007199254740992, "state": "a"}]"#,
      #"[{"id": 4503599627370497, "state": "a"}]"#,
      #"[{"id": 1.5, "state": "a"}]"#,
    ])
  func invalidIDs(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StackState<String>.self, from: Data(json.utf8))
    }
  }

  @Test("After the largest id that decodes, another element can be pushed")
  func largestID() throws {
    let json = #"[{"id": 4503599627370496, "state": "a"}]"#
    var stack = try JSONDecoder().decode(StackState<String>.self, from: Data(json.utf8))
    stack.append("b")
    #expect(stack.ids.count == 2)
    #expect(stack.ids[0] < stack.ids[1])
    let ids = try JSONEncoder().encode(stack.ids)
    #expect(try JSONDecoder().decode([StackElementID].self, from: ids) == stack.ids)
  }

  @Test("A stored stack can have ids above the largest one that a client may send")
  func savedIDs() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.decodesServerOnlyCases] = true
    let saved = #"[{"id": 4503599627370496, "state": "a"}, {"id": 4503599627370497, "state": "b"}]"#
    let stack = try decoder.decode(StackState<String>.self, from: Data(saved.utf8))
    #expect(stack.ids == [4_503_599_627_370_496, 4_503_599_627_370_497])
    #expect(throws: DecodingError.self) {
      try decoder.decode(
        StackState<String>.self, from: Data(#"[{"id": 6755399441055745, "state": "a"}]"#.utf8))
    }
  }

  @Test("A client's push must not have an id; a trusted source's may", .tags(.r41))
  func pushCoding() throws {
    typealias Action = StackAction<String, Int>
    let plain = Data(#"{"push": {"state": "a"}}"#.utf8)
    let withID = Data(#"{"push": {"id": 3, "state": "a"}}"#.utf8)
    #expect(
      try JSONDecoder().decode(Action.self, from: plain) == .push(id: .unassigned, state: "a"))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Action.self, from: withID) }
    let trusting = JSONDecoder()
    trusting.userInfo[.decodesServerOnlyCases] = true
    #expect(try trusting.decode(Action.self, from: withID) == .push(id: 3, state: "a"))
  }

  @Test(
    "Actions survive encoding",
    arguments: [
      StackAction<String, Int>.element(id: 2, action: 5), .popFrom(id: 1),
      .push(id: .unassigned, state: "x"),
    ])
  func actionCoding(_ action: StackAction<String, Int>) throws {
    let data = try JSONEncoder().encode(action)
    #expect(try JSONDecoder().decode(StackAction<String, Int>.self, from: data) == action)
  }

  @Test("Case key paths reach the actions of an element", .tags(.r43))
  func caseKeyPaths() {
    let action = Stack.Action.path(.element(id: 3, action: .counter(.increment)))
    #expect(action.is(\.path[id: 3].counter.increment))
    #expect(!action.is(\.path[id: 2].counter.increment))
    #expect(Stack.Action.path(.popFrom(id: 1))[case: \.path.popFrom] == 1)
    let path: CaseKeyPath<Stack.Action, Void> = \.path[id: 3].counter.increment
    #expect(path() == action)
  }
}
