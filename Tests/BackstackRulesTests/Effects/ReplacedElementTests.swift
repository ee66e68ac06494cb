import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Effects that replace others in flight")
struct ReplacedElementTests {
  @Test(
    "An effect with cancelInFlight cancels neither itself nor the effect that it is a part of",
    .tags(.r130))
  func replacement() async {
    let setup = ScriptedStoreSetup { name in
      switch name {
      case "itself":
        EffectScript.later(.note(1))
          .cancellable(id: "id", cancelInFlight: true)
          .cancellable(id: "id", cancelInFlight: true)
      case "its whole":
        Effect.merge(
          EffectScript.later(.note(2)),
          EffectScript.later(.note(3)).cancellable(id: "id", cancelInFlight: true)
        )
        .cancellable(id: "id")
      default: nil
      }
    }
    let store = setup.child()
    // The second one replaces the first.
    store.send(.play("itself"))
    store.send(.play("itself"))
    await setup.advance()
    #expect(store.notes == [1])
    store.send(.play("its whole"))
    await setup.advance()
    #expect(store.notes == [1, 2, 3])
    #expect(store.effectCount == 0)
  }
}
