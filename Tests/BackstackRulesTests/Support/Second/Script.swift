import Backstack

/// What players and stages do: what is not in a test's own script is in the standard one.
struct Script: DependencyKey {
  var player: @Sendable (_ name: String) -> Effect<Player.Action> = standard
  /// Runs as a part of each stage's own reducer.
  var stage: @Sendable (inout Stage.State, Stage.Action) -> Effect<Stage.Action> = { _, _ in .none }

  static var liveValue: Script { Script() }
  static var testValue: Script { Script() }

  /// `wait`: sleeps for an hour on the store's clock; `stop`: ends that. `tick`: a note each second.
  /// `dismiss`: dismisses the player.
  static let standard: @Sendable (String) -> Effect<Player.Action> = { name in
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
