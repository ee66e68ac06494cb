import Backstack
import Testing

@Suite("Setting payloads through their case")
struct CasePayloadTests {
  @CasePathable
  @dynamicMemberLookup
  enum Screen: Equatable, Sendable {
    case number(Int)
    case text(String)
  }

  private let issues = IssueLog()

  private func report(_ body: () -> Void) {
    withDependencies {
      $0.issueReporter = issues.reporter
    } operation: {
      body()
    }
  }

  @Test("Setting a payload while nothing is presented is reported, unless it is nil")
  func absentPresentation() {
    var presentation = PresentationState<Screen>(wrappedValue: nil)
    report { presentation[case: \.number] = nil }
    #expect(issues.messages == [])
    report { presentation[case: \.number] = 1 }
    #expect(
      issues.messages == [
        "Can't change what is presented as that case: nothing is presented."
      ])
    #expect(presentation.wrappedValue == nil)
  }

  @Test("Setting the payload of a case that is not presented is reported and changes nothing")
  func otherPresentation() {
    var presentation = PresentationState<Screen>(wrappedValue: .text("a"))
    report { presentation[case: \.number] = nil }
    report { presentation[case: \.number] = 1 }
    #expect(issues.messages.count == 2)
    #expect(presentation.wrappedValue == .text("a"))
    report { presentation[case: \.text] = "b" }
    #expect(presentation.wrappedValue == .text("b"))
    report { presentation[case: \.text] = nil }
    #expect(presentation.wrappedValue == nil && issues.messages.count == 2)
  }

  @Test("On a stack, setting the payload of another case or an absent element is reported")
  func elements() throws {
    var stack = StackState<Screen>([.number(1), .text("a")])
    let (number, text) = (stack.ids[0], stack.ids[1])
    report { stack[id: number, case: \.number] = 2 }
    #expect(stack[id: number] == .number(2) && issues.messages == [])
    report { stack[id: text, case: \.number] = 3 }
    #expect(stack[id: text] == .text("a") && issues.messages.count == 1)
    report { stack[id: text, case: \.number] = nil }
    #expect(stack.count == 2 && issues.messages.count == 2)
    report { stack[id: number, case: \.number] = nil }
    #expect(Array(stack) == [.text("a")] && issues.messages.count == 2)
    report { stack[id: number, case: \.number] = nil }
    #expect(issues.messages.count == 2)
    report { stack[id: number, case: \.number] = 4 }
    #expect(
      issues.messages.last
        == "Can't change element \(number) as that case: it is not on the stack.")
    #expect(stack.count == 1 && issues.messages.count == 3)
  }
}
