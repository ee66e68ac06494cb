extension SessionJournal {
  /// Creates the journal of a session that is resumed. The saved history is used only if it is
  /// consecutive and leads to the session's version.
  init(limits: SharedConstant<JournalLimits>, saved: SavedSession) {
    if saved.history?.isEmpty == false, saved.hasWholeHistory {
      self.init(limits: limits, versions: saved.versions)
    } else {
      let entry = Entry(
        version: saved.version, time: saved.history?.last?.time ?? 0, cause: .resume, action: [],
        made: nil, author: nil,
        effects: saved.history?.last { $0.version == saved.version }?.effects ?? 0,
        snapshotSize: nil)
      self.init(limits: limits, versions: [Version(entry: entry, snapshot: nil)])
    }
  }
}

extension SavedSession {
  /// The entries of its history that are those of versions.
  var versions: [SessionJournal.Version] {
    (history ?? []).compactMap(SessionJournal.Version.init(saved:))
  }

  /// Whether its history is consecutive and leads to its version, or is empty.
  var hasWholeHistory: Bool {
    let versions = versions
    return versions.count == (history ?? []).count
      && versions.last.map { $0.entry.version == version } ?? true
      && zip(versions, versions.dropFirst()).allSatisfy { $0.entry.version + 1 == $1.entry.version }
  }

  /// Returns the entries of its history after a version with their states.
  package func versions(
    after version: Int, limit: Int
  ) -> HistoryPage<SessionJournal.Version> {
    var limits = JournalLimits()
    limits.entries = .max
    limits.bytes = .max
    let journal = SessionJournal(limits: SharedConstant(limits), saved: self)
    return HistoryPage(journal.versions(after: version, limit: limit), of: journal)
  }
}

extension SessionJournal.Version {
  init?(saved: SavedVersion) {
    guard
      let cause = SessionJournal.Cause(
        name: saved.cause, restored: saved.restored, causedBy: saved.causedBy),
      (0...SavedSession.maximumVersion).contains(saved.version)
    else { return nil }
    let snapshot = saved.snapshot.map { SavedState(json: $0, shared: saved.shared).stored }
    entry = SessionJournal.Entry(
      version: saved.version, time: saved.time, cause: cause,
      action: saved.action.map { Array($0.utf8) } ?? [], made: saved.made,
      author: saved.author,
      effects: saved.effects,
      snapshotSize: snapshot?.count)
    self.snapshot = snapshot
  }

  var saved: SavedVersion {
    let state = snapshot.map(SavedState.init(stored:))
    return SavedVersion(
      version: entry.version, time: entry.time, cause: entry.cause.name,
      restored: entry.cause.restored, causedBy: entry.cause.causedBy,
      action: entry.action.isEmpty ? nil : String(decoding: entry.action, as: UTF8.self),
      principal: entry.author?.principal, agent: entry.author?.isAgent == true ? true : nil,
      made: entry.made, effects: entry.effects, snapshot: state?.jsonText,
      shared: state?.sharedText)
  }
}
