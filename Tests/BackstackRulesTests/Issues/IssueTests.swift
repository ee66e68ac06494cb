import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Issues")
struct IssueTests {
  private static let line = #line + 2
  let setup = ScriptedStoreSetup { name in
    name == "misuse" ? .run { _ in reportIssue("misused") } : nil
  }

  // In a service, the reporter writes a structured log line and counts; see BackstackServiceTests.
  @Test(
    "Issues go to one reporter with their locations; they fail tests, which can expect them",
    .tags(.r119))
  func funnel() async {
    let store = setup.child()
    store.send(.play("misuse"))
    #expect(setup.issues.messages == ["misused"])
    #expect(setup.issues.all.first?.location.line == UInt(Self.line))

    let test = setup.testChild()
    await test.send(.play("misuse"))
    #expect(setup.failures.kinds == [.issue])
    #expect(setup.failures.all.first?.location.line == UInt(Self.line))

    let script = setup.script
    await withKnownIssue {
      let test = TestStore(initialState: ScriptedChild.State()) {
        ScriptedChild()
      } withDependencies: {
        $0[EffectScript.self] = script
      }
      await test.send(.play("misuse"))
    } matching: { issue in
      issue.sourceLocation?.line == Self.line
        && issue.comments.contains { $0.rawValue == "misused" }
    }
  }

  @Test(
    "Messages of issues and failures name an action by its cases, without payloads", .tags(.r120))
  func outlines() async {
    let store = setup.store()
    store.send(.path(.element(id: 120, action: .child(.play("a secret")))))
    store.send(.destination(.presented(.child(.play("a secret")))))
    #expect(setup.issues.all.count == 2)
    #expect(!setup.issues.messages.contains { $0.contains("secret") })

    let test = setup.testStore(ScriptedParent.State(), ScriptedParent())
    await test.send(.lead(.note(120)))
    #expect(setup.failures.kinds == [.unassertedStateChange])
    #expect(setup.failures.messages.first?.contains("after .lead(.note(…))") == true)
  }
}
