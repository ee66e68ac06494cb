import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Effects that continue after a dismissal")
struct SendAfterDismissalTests {
  @Test(
    "An action that an effect sends after it dismissed its feature is dropped, with an issue",
    .tags(.r129)
  )
  func sendAfterDismissal() async {
    let setup = ScriptedStoreSetup { name in
      guard name == "dismisses and sends" else { return nil }
      return .run { send in
        await DependencyValues.current.dismiss()
        await send(.note(1))
        await send(.note(2))
      }
    }
    let store = setup.store(ScriptedParent.State(destination: .child(ScriptedChild.State())))
    let action = ScriptedParent.Action.destination(.presented(.child(.play("dismisses and sends"))))
    await store.send(action).finish()
    await store.settle()
    #expect(store.destination == nil)
    // The action that the test sent, and the dismiss action.
    #expect(store.actionCount == 2)
    #expect(setup.issues.all.count == 1)
    #expect(
      setup.issues.messages.first?.contains("after it had dismissed its feature") == true)
  }
}
