extension SessionJournal {
  /// Creates the journal of a session that is resumed. The saved history is used only if it is
  /// consecutive and leads to the session's version.
  init(limits: Shared<JournalLimits>, saved: SavedSession) {
    let versions = (saved.history ?? []).compactMap(Version.init(saved:))
    let isWhole =
      versions.last?.entry.version == saved.version
      && zip(versions, versions.dropFirst()).allSatisfy { $0.entry.version + 1 == $1.entry.version }
    if isWhole {
      self.init(limits: limits, versions: versions)
    } else {
      let entry = Entry(
        version: saved.version, time: saved.history?.last?.time ?? 0, cause: .resume, action: [],
        effects: saved.history?.last { $0.version == saved.version }?.effects ?? 0,
        snapshotSize: nil)
      self.init(limits: limits, versions: [Version(entry: entry, snapshot: nil)])
    }
  }
}

extension SessionJournal.Cause {
  /// Its name in the history.
  package var name: String {
    switch self {
    case .creation: "creation"
    case .client: "client"
    case .effect: "effect"
    case .host: "host"
    case .start: "start"
    case .restore: "restore"
    case .resume: "resume"
    }
  }

  /// The version that was restored.
  package var restored: Int? {
    if case .restore(let version) = self { version } else { nil }
  }

  /// - Returns: `nil` for an unknown name.
  init?(name: String, restored: Int?) {
    switch (name, restored) {
    case ("creation", nil): self = .creation
    case ("client", nil): self = .client
    case ("effect", nil): self = .effect
    case ("host", nil): self = .host
    case ("start", nil): self = .start
    case ("resume", nil): self = .resume
    case ("restore", let version?): self = .restore(of: version)
    default: return nil
    }
  }
}

extension SessionJournal.Version {
  init?(saved: SavedVersion) {
    guard let cause = SessionJournal.Cause(name: saved.cause, restored: saved.restored),
      (0...SavedSession.maximumVersion).contains(saved.version)
    else { return nil }
    let snapshot = saved.snapshot.map { Array($0.utf8) }
    entry = SessionJournal.Entry(
      version: saved.version, time: saved.time, cause: cause,
      action: saved.action.map { Array($0.utf8) } ?? [], effects: saved.effects,
      snapshotSize: snapshot?.count)
    self.snapshot = snapshot
  }

  var saved: SavedVersion {
    SavedVersion(
      version: entry.version, time: entry.time, cause: entry.cause.name,
      restored: entry.cause.restored,
      action: entry.action.isEmpty ? nil : String(decoding: entry.action, as: UTF8.self),
      effects: entry.effects, snapshot: snapshot.map { String(decoding: $0, as: UTF8.self) })
  }
}
