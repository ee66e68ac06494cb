import Backstack
import BackstackTesting
import Testing

@Suite("R130: what replaces effects in flight")
struct ReplacementRule {
  @Test("R130: an effect that replaces those in flight cancels neither itself nor its whole")
  func replacement() async {
    let theatre = Theatre { name in
      switch name {
      case "itself":
        Script.later(.note(1))
          .cancellable(id: "id", cancelInFlight: true)
          .cancellable(id: "id", cancelInFlight: true)
      case "its whole":
        Effect.merge(
          Script.later(.note(2)),
          Script.later(.note(3)).cancellable(id: "id", cancelInFlight: true)
        )
        .cancellable(id: "id")
      default: nil
      }
    }
    let store = theatre.player()
    // The second one replaces the first.
    store.send(.play("itself"))
    store.send(.play("itself"))
    await theatre.advance()
    #expect(store.notes == [1])
    store.send(.play("its whole"))
    await theatre.advance()
    #expect(store.notes == [1, 2, 3])
    #expect(store.effectCount == 0)
  }
}
