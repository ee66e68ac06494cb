import BackstackDependencies
import BackstackPlatform

/// The dismissal of the feature at the root of a test store (R81).
final class Dismissal: Sendable {
  private struct State {
    var isDismissed = false
    var callback: @Sendable () -> Void = {}
  }

  private let state = Guarded(State())

  var isDismissed: Bool { state.withLock { $0.isDismissed } }

  func onDismiss(_ callback: @escaping @Sendable () -> Void) {
    state.withLock { $0.callback = callback }
  }

  func dismiss() {
    let callback = state.withLock { state in
      state.isDismissed = true
      return state.callback
    }
    callback()
  }
}
