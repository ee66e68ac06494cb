extension SessionJournal {
  /// The journal of a session that goes on. What is remembered of it must lead to its version.
  init(limits: JournalLimits, saved: SavedSession) {
    let entries = (saved.history ?? []).compactMap(Entry.init(saved:))
    let isWhole =
      entries.last?.version == saved.version
      && zip(entries, entries.dropFirst()).allSatisfy { $0.version + 1 == $1.version }
    if isWhole {
      self.init(limits: limits, entries: entries)
    } else {
      self.init(
        limits: limits,
        entries: [
          Entry(
            version: saved.version, time: saved.history?.last?.time ?? 0, cause: .resume,
            action: [],
            effects: 0, snapshot: nil)
        ])
    }
  }
}

extension SessionJournal.Cause {
  /// Its name in the history.
  var name: String {
    switch self {
    case .creation: "creation"
    case .client: "client"
    case .effect: "effect"
    case .restore: "restore"
    case .resume: "resume"
    }
  }

  /// The version that was gone back to.
  var restored: Int? {
    if case .restore(let version) = self { version } else { nil }
  }

  /// - Returns: `nil` for a name that means nothing.
  init?(name: String, restored: Int?) {
    switch (name, restored) {
    case ("creation", nil): self = .creation
    case ("client", nil): self = .client
    case ("effect", nil): self = .effect
    case ("resume", nil): self = .resume
    case ("restore", let version?): self = .restore(of: version)
    default: return nil
    }
  }
}

extension SessionJournal.Entry {
  init?(saved: SavedVersion) {
    guard let cause = SessionJournal.Cause(name: saved.cause, restored: saved.restored),
      (0...SavedSession.maximumVersion).contains(saved.version)
    else { return nil }
    self.init(
      version: saved.version, time: saved.time, cause: cause,
      action: saved.action.map { Array($0.utf8) } ?? [], effects: saved.effects,
      snapshot: saved.snapshot.map { Array($0.utf8) })
  }

  var saved: SavedVersion {
    SavedVersion(
      version: version, time: time, cause: cause.name, restored: cause.restored,
      action: action.isEmpty ? nil : String(decoding: action, as: UTF8.self), effects: effects,
      snapshot: snapshot.map { String(decoding: $0, as: UTF8.self) })
  }
}
