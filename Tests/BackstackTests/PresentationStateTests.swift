import Backstack
import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("PresentationState")
struct PresentationStateTests {
  private struct Screen: Codable, Equatable, Hashable, Sendable {
    @Presents var child: Int?
    var title = ""
  }

  /// A screen that contains itself.
  private struct Recursive: Equatable, Sendable {
    @Presents var child: Recursive?
    var depth = 0
  }

  @Test("Changing a copy leaves the original unchanged at any depth", .tags(.r45))
  func copyOnWrite() {
    let original = Recursive(child: Recursive(child: Recursive(depth: 2), depth: 1))
    var changed = original
    changed.child?.child?.depth = 9
    #expect(original.child?.child?.depth == 2)
    #expect(changed.child?.child?.depth == 9)
    #expect(changed.child?.depth == 1)
    changed.child = nil
    #expect(original.child != nil)
  }

  @Test("The size of a presentation does not depend on the presented type")
  func size() {
    #expect(
      MemoryLayout<PresentationState<Recursive>>.size
        == MemoryLayout<PresentationState<Bool>>.size)
  }

  @Test("Changing a presented value in place does not copy it", .tags(.r45, .r68))
  func inPlace() {
    final class Token: Sendable {}
    struct Screen: Sendable {
      var token = Token()
      var wasUnique = false
      mutating func noteUniqueness() { wasUnique = isKnownUniquelyReferenced(&token) }
    }
    var screen = PresentationState<Screen>(wrappedValue: Screen())
    screen.wrappedValue?.noteUniqueness()
    #expect(screen.wrappedValue?.wasUnique == true)
    screen.wrappedValue? = Screen()
    screen.wrappedValue = nil
    #expect(screen.wrappedValue == nil)
    screen.wrappedValue?.noteUniqueness()
    screen.projectedValue.wrappedValue = Screen()
    #expect(screen.wrappedValue?.wasUnique == false)
  }

  @Test("The JSON form is the value or null; a missing key decodes as nil")
  func coding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func json(_ screen: Screen) throws -> String {
      String(decoding: try encoder.encode(screen), as: UTF8.self)
    }
    #expect(try json(Screen(child: 3)) == #"{"child":3,"title":""}"#)
    #expect(try json(Screen()) == #"{"child":null,"title":""}"#)
    for (text, child) in [(#"{"child":3,"title":""}"#, 3), (#"{"title":""}"#, nil)] {
      let screen = try JSONDecoder().decode(Screen.self, from: Data(text.utf8))
      #expect(screen.child == child)
    }
  }

  @Test("A payload is changed through its case; another case is reported", .tags(.r47))
  func cases() {
    let issues = IssueLog()
    var state = Sheet.State(destination: .counter(.init(count: 1)))
    state.$destination[case: \.counter]?.count = 7
    #expect(state.destination?.counter?.count == 7)
    withDependencies {
      $0.issueReporter = issues.reporter
    } operation: {
      state.$destination[case: \.sheet] = Sheet.State()
    }
    #expect(issues.messages.count == 1)
    #expect(state.destination?.counter?.count == 7)
  }

  @Test("One case of a destination projects to a presentation of its payload", .tags(.r48))
  func projection() {
    var state = Sheet.State(destination: .counter(.init(count: 1)))
    #expect(state.$destination.counter.wrappedValue?.count == 1)
    #expect(state.$destination.sheet.wrappedValue == nil)
    state.$destination.sheet = PresentationState(wrappedValue: nil)
    #expect(state.destination != nil)
    state.$destination.counter.wrappedValue?.count = 2
    #expect(state.destination?.counter?.count == 2)
    state.$destination.counter = PresentationState(wrappedValue: nil)
    #expect(state.destination == nil)
  }

  @Test("Actions survive encoding; dismiss also decodes from its bare name")
  func actionCoding() throws {
    typealias Action = PresentationAction<Int>
    for action in [Action.presented(3), .dismiss] {
      let data = try JSONEncoder().encode(action)
      #expect(try JSONDecoder().decode(Action.self, from: data) == action)
    }
    #expect(try JSONDecoder().decode(Action.self, from: Data(#""dismiss""#.utf8)) == .dismiss)
    for text in [#""presented""#, #"{}"#, #"{"dismiss": {}, "presented": 1}"#, "3"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Action.self, from: Data(text.utf8))
      }
    }
  }

  @Test("Case key paths skip presented", .tags(.r43))
  func caseKeyPaths() {
    let action = Sheet.Action.destination(.presented(.counter(.increment)))
    #expect(action.is(\.destination.counter.increment))
    #expect(action.is(\.destination.presented.counter))
    #expect(!action.is(\.destination.dismiss))
  }
}
