import Backstack
import BackstackTesting
import Testing

@Suite("R129: an effect that goes on after a dismissal")
struct SendAfterDismissalRule {
  @Test("R129: what an effect sends after it has dismissed its feature is dropped, and an issue")
  func sendAfterDismissal() async {
    let theatre = Theatre { name in
      guard name == "dismisses and sends" else { return nil }
      return .run { send in
        await DependencyValues.current.dismiss()
        await send(.note(1))
        await send(.note(2))
      }
    }
    let store = theatre.store(Stage.State(destination: .player(Player.State())))
    let action = Stage.Action.destination(.presented(.player(.play("dismisses and sends"))))
    await store.send(action).finish()
    await store.settle()
    #expect(store.destination == nil)
    // The action that the test sent, and the dismissal.
    #expect(store.actionCount == 2)
    #expect(theatre.issues.all.count == 1)
    #expect(
      theatre.issues.messages.first?.contains("after it had dismissed its feature") == true)
  }
}
