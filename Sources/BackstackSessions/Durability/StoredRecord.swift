import BackstackCoding
import BackstackDependencies
import BackstackStorage
import FoundationEssentials

/// The stored form of sessions.
enum StoredRecord {
  /// The data that is stored in addition to the state.
  private struct Metadata: Codable {
    var nextElementID: Int
    var principal: SessionPrincipal?
    /// `nil` for none.
    var pending: [PendingEffect]?
    var locale: String?
    /// `nil` for none.
    var presentations: [String: Int]?
    var build: String?
  }

  /// The data that is stored of a version in addition to its snapshot. The action follows it, after
  /// a line break.
  private struct Header: Decodable {
    var cause: String
    var restored: Int?
    /// `nil` if it is not known, as in entries from before it was stored.
    var causedBy: Int?
    /// The client that made the version, as far as it is known.
    var principal: String?
    var agent: Bool?
    var effects: Int
    /// `nil` for nothing.
    var made: MadeValues?
  }

  static func metadata(
    nextElementID: Int, principal: SessionPrincipal?, pending: [PendingEffect], locale: String?,
    screens: ShownScreens
  ) -> [UInt8] {
    let metadata = Metadata(
      nextElementID: nextElementID, principal: principal,
      pending: pending.isEmpty ? nil : pending, locale: locale,
      presentations: screens.presentations.isEmpty ? nil : screens.presentations,
      build: screens.build)
    // Numbers and texts always have a JSON form.
    return (try? JSONStreamEncoder.encode(metadata)) ?? []
  }

  /// Returns the principal of a stored session.
  ///
  /// The details of the principal are stored with the state, and forgotten when the session ends.
  static func principal(_ ownership: SessionOwnership) -> SessionPrincipal? {
    let metadata = try? JSONStreamDecoder.decode(Metadata.self, from: ownership.metadata)
    return principal(metadata, owner: ownership.owner)
  }

  private static func principal(_ metadata: Metadata?, owner: String?) -> SessionPrincipal? {
    metadata?.principal ?? owner.map { SessionPrincipal(id: $0) }
  }

  // MARK: Journals

  /// Encodes the data that is stored of a version in addition to its snapshot.
  static func record(
    _ cause: SessionJournal.Cause, effects: Int, action: JournaledAction
  ) -> [UInt8] {
    // Manually written, as this runs for each action, with room for everything around the action.
    var record: [UInt8] = []
    record.reserveCapacity(action.json.count + (action.madeJSON?.count ?? 0) + 72)
    record.append(json: #"{"cause":""#)
    record.append(contentsOf: cause.name.utf8)
    record.append(json: "\"")
    if let restored = cause.restored {
      record.append(json: #","restored":"#)
      record.append(json: restored)
    }
    if let version = cause.causedBy {
      record.append(json: #","causedBy":"#)
      record.append(json: version)
    }
    if let author = action.author {
      if let principal = author.principal {
        record.append(json: #","principal":"#)
        JSONString.append(principal, to: &record)
      }
      if author.isAgent { record.append(json: #","agent":true"#) }
    }
    record.append(json: #","effects":"#)
    record.append(json: effects)
    if let made = action.madeJSON {
      record.append(json: #","made":"#)
      record.append(contentsOf: made)
    }
    record.append(json: "}\n")
    record.append(contentsOf: action.json)
    return record
  }

  private static func entry(_ version: SessionJournal.Version) -> JournalEntry {
    let entry = version.entry
    return JournalEntry(
      version: UInt64(entry.version), time: StorageTime(seconds: entry.time),
      record: record(
        entry.cause, effects: entry.effects,
        action: JournaledAction(
          bytes: JournaledAction.bytes(entry.action, entry.made, by: entry.author)[...])),
      snapshot: version.snapshot)
  }

  private static func saved(_ entry: JournalEntry) -> SavedVersion? {
    guard let end = entry.record.firstIndex(of: 0x0A),
      let header = try? JSONStreamDecoder.decode(Header.self, from: entry.record[..<end])
    else { return nil }
    let action = entry.record[(end + 1)...]
    let state = entry.snapshot.map(SavedState.init(stored:))
    return SavedVersion(
      version: Int(clamping: entry.version), time: entry.time.seconds, cause: header.cause,
      restored: header.restored, causedBy: header.causedBy,
      action: action.isEmpty ? nil : String(decoding: action, as: UTF8.self),
      principal: header.principal, agent: header.agent, made: header.made,
      effects: header.effects,
      snapshot: state?.jsonText, shared: state?.sharedText)
  }

  // MARK: Sessions

  /// Returns a new stored session.
  static func session(
    _ saved: SavedSession, created: StorageTime, expires: StorageTime
  ) -> NewSession {
    let pending = saved.pendingEffects ?? []
    let header = SessionHeader(
      id: saved.id, feature: saved.feature, owner: saved.principal?.id,
      fingerprint: saved.shape ?? "", created: created, expires: expires,
      timeToLive: Int64(saved.timeToLive * 1000), version: UInt64(clamping: saved.version),
      isPending: !pending.isEmpty)
    let session = StoredSession(
      header: header,
      metadata: metadata(
        nextElementID: saved.nextElementID, principal: saved.principal, pending: pending,
        locale: saved.locale, screens: ShownScreens(saved)),
      state: SavedState(json: saved.state, shared: saved.shared).stored)
    return NewSession(session, journal: saved.hasWholeHistory ? saved.versions.map(entry) : [])
  }

  /// Decodes a stored session.
  ///
  /// - Throws: ``SessionError`` for a record that can't be decoded.
  static func saved(
    _ session: StoredSession, journal: [JournalEntry]
  ) throws(SessionError) -> SavedSession {
    let header = session.header
    guard let metadata = try? JSONStreamDecoder.decode(Metadata.self, from: session.metadata)
    else { throw .unreadable("the data stored with its state can't be decoded.") }
    let state = SavedState(stored: session.state)
    return SavedSession(
      id: header.id, feature: header.feature, version: Int(clamping: header.version),
      principal: principal(metadata, owner: header.owner),
      timeToLive: Double(header.timeToLive) / 1000,
      nextElementID: metadata.nextElementID, state: state.jsonText, shared: state.sharedText,
      shape: header.fingerprint.isEmpty ? nil : header.fingerprint,
      history: journal.compactMap(saved), pendingEffects: metadata.pending,
      locale: metadata.locale, presentations: metadata.presentations, build: metadata.build)
  }
}

extension JournalLimits {
  /// Returns what a stored journal retains.
  func retention(now: Date) -> JournalRetention {
    JournalRetention(
      count: entries, bytes: bytes,
      since: age.map { StorageTime(now.addingTimeInterval(-$0)) })
  }
}
