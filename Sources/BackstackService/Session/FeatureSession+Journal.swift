import Backstack

extension FeatureSession {
  var version: Int { store.withExclusiveAccess { monitor.recorder.journal.latest } }

  func history(after version: Int, limit: Int) -> HistoryPage {
    store.withExclusiveAccess {
      let journal = monitor.recorder.journal
      return HistoryPage(
        entries: journal.page(after: version, limit: limit), oldest: journal.oldest,
        latest: journal.latest)
    }
  }

  func snapshot(of version: Int) -> Snapshot? {
    store.withExclusiveAccess {
      guard let entry = monitor.recorder.journal[version],
        let state = monitor.recorder.journal.snapshot(of: version)
      else { return nil }
      return Snapshot(version: version, state: state, effects: entry.effects)
    }
  }

  func restore(_ version: Int, if condition: VersionCondition) throws(Problem) {
    guard let snapshot = snapshot(of: version) else { throw .forgottenVersion(version) }
    // The version may be from a time when states could be larger.
    guard snapshot.state.count <= monitor.maximumStateBytes else { throw stateTooLarge }
    let mark = ThreadActivity.begin(.restoring, context, version: version)
    defer { mark.end() }
    let state = try decode(saved: snapshot.state)
    try context.runtime.feature.validation.check(state, from: .history)
    let problem = store.withExclusiveAccess { () -> Problem? in
      if let problem = refusal(of: condition) { return problem }
      // Until the restore is recorded, the journal's latest version is the one that is left.
      monitor.withoutNotes { store.replaceState(state) }
      monitor.record(.restore(of: version), effects: store.effectCount)
      writer?.markDirty(for: .client)
      return nil
    }
    if let problem { throw problem }
  }

  func onChange(
    after version: Int, _ callback: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    store.withExclusiveAccess {
      guard !store.isEnded, monitor.recorder.journal.latest == version else { return nil }
      let number = monitor.recorder.addWaiter(callback)
      return { [weak self] in
        self?.store.withExclusiveAccess { self?.monitor.recorder.removeWaiter(number) }
      }
    }
  }
}

/// A page of a session's history.
struct HistoryPage: Sendable {
  let entries: [SessionJournal.Entry]
  /// The oldest version in the journal.
  let oldest: Int
  let latest: Int
}
