import Backstack

/// The effects of children and parents, by name; a test's script falls back to the standard one.
struct EffectScript: DependencyKey {
  var child: @Sendable (_ name: String) -> Effect<ScriptedChild.Action> = standard
  /// The closure that each parent's own reducer calls.
  var parent:
    @Sendable (inout ScriptedParent.State, ScriptedParent.Action) -> Effect<ScriptedParent.Action> =
      { _, _ in .none }

  static var liveValue: EffectScript { EffectScript() }
  static var testValue: EffectScript { EffectScript() }

  /// The standard effects. `wait` sleeps for an hour on the store's clock; `stop` cancels that.
  /// `tick` sends a note each second. `dismiss` dismisses the child.
  static let standard: @Sendable (String) -> Effect<ScriptedChild.Action> = { name in
    switch name {
    case "wait": hour().cancellable(id: "wait")
    case "stop": .cancel(id: "wait")
    case "tick":
      .run { send in
        let clock = DependencyValues.current.continuousClock
        for await _ in clock.timer(interval: .seconds(1)) { await send(.note(1)) }
      }
    case "dismiss": .run { _ in await DependencyValues.current.dismiss() }
    default: .none
    }
  }

  /// Sleeps for an hour on the store's clock.
  static func hour<Action>() -> Effect<Action> {
    .run { _ in try await DependencyValues.current.continuousClock.sleep(for: .seconds(3600)) }
  }

  /// Sends an action after a second on the store's clock.
  static func later<Action: Sendable>(_ action: Action) -> Effect<Action> {
    .run { send in
      try await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
      await send(action)
    }
  }
}
