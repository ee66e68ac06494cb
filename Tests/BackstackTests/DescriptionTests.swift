import Backstack
import BackstackDiffing
import BackstackTestSupport
import Testing

@Suite("Descriptions of states")
struct DescriptionTests {
  @Test("A stack's debug description and its diff show the ids of the elements", .tags(.r34))
  func stack() {
    var stack: StackState<String> = ["a", "b"]
    #expect(stack.debugDescription == #"[#0: "a", #1: "b"]"#)
    #expect(stack.description == #"["a", "b"]"#)
    let old = stack
    stack.removeLast()
    stack.append(contentsOf: ["b"])
    stack.insert("c", at: 0)
    stack.removeLast()
    stack.append("b")
    #expect(
      BackstackDiffing.diff(old, stack) == """
          [
        +   #2: "c",
            #0: "a",
        -   #1: "b"
        +   #3: "b"
          ]
        """)
    #expect(StackState<String>().debugDescription == "[:]")
  }

  @Test("A presentation is described as an optional, under its property's name")
  func presentation() {
    let state = Sheet.State(destination: .counter(Counter.State(id: 1)))
    #expect(
      describe(state) == """
        Sheet.State(
          destination: .counter(Counter.State(
            id: 1,
            count: 0
          )),
          alert: nil
        )
        """)
    #expect("\(PresentationState(wrappedValue: 3 as Int?))" == "3")
    #expect("\(PresentationState<Int>(wrappedValue: nil))" == "nil")
  }

  @Test("Ids and texts in actions are described as they are written in code")
  func actions() {
    #expect(describe(Stack.Action.path(.popFrom(id: 3))) == ".path(.popFrom(id: #3))")
    #expect(describe(TextState("a")) == #""a""#)
  }
}
