import Backstack
import BackstackCoding
import BackstackViews

/// The screens of a session for clients that draw them.
extension FeatureSession {
  /// Returns what has changed on the screen.
  func screenChanges(
    since base: ScreenBase?, wantsSnapshot: Bool
  ) throws(SessionError) -> SessionChanges {
    try withScreen { now in
      SessionChanges(
        base: now, patch: base.map { Screens.patch(from: $0, to: now) } ?? [],
        stateSize: now.screen.levels.reduce(0) { $0 + $1.count },
        snapshot: wantsSnapshot ? screenSnapshot(now) : nil)
    }
  }

  func screenSnapshot(_ base: ScreenBase) -> Snapshot {
    Snapshot(
      version: base.version, representation: .screen, content: base.screen.json,
      effects: base.effects, link: base.link)
  }

  /// Runs `body` under the store's lock with the present screen.
  func withScreen<Result>(_ body: (_ now: ScreenBase) -> Result) throws(SessionError) -> Result {
    let readers = readers
    let screens = readers.screens
    return try withLock { session throws(SessionError) in
      // It tells them what is dismissed.
      monitor.readers = readers
      if let limit = monitor.lifecycle.exceededLimit { throw .ended(limit) }
      let version = session.version
      // The version before all actions, which a client may want to restore.
      if version == 0 { _ = try? session.snapshot() }
      let shown = screens.shown
      let build = context.runtime.build
      let screen = try screens.screen(of: version, by: build) { (memory) throws(ScreenFailure) in
        try context.measure { () throws(ScreenFailure) in try evaluate(session, memory) }
      }
      if screens.shown != shown { writer?.markDirty(for: .effect) }
      return body(
        ScreenBase(
          version: version, screen: screen, link: session.link, effects: monitor.tellEffects()))
    }
  }

  private func evaluate(
    _ session: borrowing LockedSession<State, Action>, _ memory: ScreenMemory
  ) throws(ScreenFailure) -> Screen {
    let mark = ThreadActivity.begin(.encoding, context, version: session.version)
    defer { mark.end() }
    let limits = screenLimits
    let screen: Screen
    if let makeScreen = context.runtime.feature.screen {
      screen = try store.withDependencies { () throws(ScreenFailure) in
        let screen = try makeScreen(store, limits, memory)
        checkScreen(within: limits)
        return screen
      }
    } else {
      screen = try derivedScreen(of: session, within: limits, memory)
    }
    guard let proposal = monitor.journal.proposal else { return screen }
    return Proposal.asking(proposal, on: screen, at: session.version)
  }

  private var screenLimits: ScreenWriter.Limits {
    var limits = ScreenWriter.Limits()
    limits.bytes = monitor.maximumStateBytes
    limits.takesPushes = context.runtime.feature.clientInput.takesPushes
    return limits
  }

  /// Evaluates the view again now and then, to report what depends on more than the state. Called with
  /// the store's dependencies.
  private func checkScreen(within limits: ScreenWriter.Limits) {
    guard context.runtime.screenChecks.isDue(),
      let issue = try? context.runtime.feature.screenIssue?(store, limits)
    else { return }
    context.runtime.screenChecks.end()
    reportIssue(issue.message, at: issue.location)
  }

  func screenIssue() -> Issue? {
    withLock { _ in
      store.withDependencies { try? context.runtime.feature.screenIssue?(store, screenLimits) }
    }
  }

  /// Returns what a feature without a view shows.
  private func derivedScreen(
    of session: borrowing LockedSession<State, Action>, within limits: ScreenWriter.Limits,
    _ memory: ScreenMemory
  ) throws(ScreenFailure) -> Screen {
    let state: JSONLiteral
    do {
      state = try JSONLiteral(decoding: session.json())
    } catch {
      throw .unreadableState("\(error)")
    }
    let screen = context.runtime.feature.derivedScreen.screen(of: state, memory.presentations)
    // It repeats the state, with a name for each value.
    let limit = 4 * limits.bytes
    guard screen.levels.reduce(0, { $0 + $1.count }) <= limit else { throw .tooLarge(limit: limit) }
    return screen
  }
}
