import Backstack

extension FeatureSession {
  var version: Int { firstVersion + store.actionCount }

  func history(after version: Int, limit: Int) -> HistoryPage {
    recorder.read { journal in
      HistoryPage(
        entries: Array(journal.page(after: version, limit: limit)), oldest: journal.oldest,
        latest: journal.latest)
    }
  }

  func snapshot(of version: Int) -> Snapshot? {
    recorder.read { journal in
      journal[version].flatMap { entry in
        entry.snapshot.map { Snapshot(version: version, state: $0, effects: entry.effects) }
      }
    }
  }

  func restore(_ version: Int, if condition: VersionCondition) throws(Problem) {
    guard let snapshot = snapshot(of: version) else { throw .forgottenVersion(version) }
    let state = try decode(saved: snapshot.state)
    let problem = store.withExclusiveAccess { () -> Problem? in
      if let problem = refusal(of: condition) { return problem }
      store.replaceState(state)
      recorder.record(.restore(of: version), effects: store.effectCount)
      writer?.noteChange()
      return nil
    }
    if let problem { throw problem }
  }

  func onChange(
    after version: Int, _ callback: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    store.withExclusiveAccess {
      guard !store.isEnded, self.version == version else { return nil }
      return recorder.addWaiter(callback)
    }
  }

  /// Makes a snapshot for the journal. Called under the store's lock, between two rounds of actions.
  func keepSnapshot() {
    let version = version
    // A state without JSON form is reported to who asks for it.
    _ = try? store.withState { try encode($0, of: version) }
  }
}

/// A part of what a session remembers.
struct HistoryPage: Sendable {
  let entries: [SessionJournal.Entry]
  /// The oldest version that is remembered.
  let oldest: Int
  let latest: Int
}
