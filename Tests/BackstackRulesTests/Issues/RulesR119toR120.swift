import Backstack
import BackstackTesting
import Testing

@Suite("R119 and R120: issues")
struct IssueRules {
  private static let line = #line + 2
  let theatre = Theatre { name in
    name == "misuse" ? .run { _ in reportIssue("misused") } : nil
  }

  // In a service the same reporter writes a structured log line and counts: BackstackServiceTests.
  @Test(
    "R119: issues go through one funnel, with their place; they fail a test, and can be expected")
  func funnel() async {
    let store = theatre.player()
    store.send(.play("misuse"))
    #expect(theatre.issues.messages == ["misused"])
    #expect(theatre.issues.all.first?.location.line == UInt(Self.line))

    let test = theatre.testPlayer()
    await test.send(.play("misuse"))
    #expect(theatre.failures.kinds == [.issue])
    #expect(theatre.failures.all.first?.location.line == UInt(Self.line))

    let script = theatre.script
    await withKnownIssue {
      let test = TestStore(initialState: Player.State()) {
        Player()
      } withDependencies: {
        $0[Script.self] = script
      }
      await test.send(.play("misuse"))
    } matching: { issue in
      issue.sourceLocation?.line == Self.line
        && issue.comments.contains { $0.rawValue == "misused" }
    }
  }

  @Test("R120: an action is told by the names of its cases, without what is in them")
  func outlines() async {
    let store = theatre.store()
    store.send(.path(.element(id: 120, action: .player(.play("a secret")))))
    store.send(.destination(.presented(.player(.play("a secret")))))
    #expect(theatre.issues.all.count == 2)
    #expect(!theatre.issues.messages.contains { $0.contains("secret") })

    let test = theatre.testStore(Stage.State(), Stage())
    await test.send(.lead(.note(120)))
    #expect(theatre.failures.kinds == [.unassertedStateChange])
    #expect(theatre.failures.messages.first?.contains("after .lead(.note(…))") == true)
  }
}
