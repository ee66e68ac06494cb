import BackstackCoding
import BackstackPlatform
import BackstackService
import BackstackStorage
import FoundationEssentials

/// Lists, shows, exports, imports, releases and ends stored sessions.
struct SessionsCommand: StorageCommand {
  private enum Work {
    case list
    case show(String)
    case test(String)
    case export([String])
    case insert(from: String?)
    case insertLines([UInt8])
    case delete([String])
    case release([String])
    case expire
  }

  let host: String
  private var work: Work
  private let features: [Feature]
  /// The maximum size of an imported session's state, in bytes.
  private let maximumStateBytes: Int

  /// Reads the words of the command.
  ///
  /// - Throws: ``CommandError`` for words that have no meaning.
  init(
    host: String, words: [String], features: [Feature], maximumStateBytes: Int
  ) throws(CommandError) {
    self.host = host
    self.features = features
    self.maximumStateBytes = maximumStateBytes
    let rest = Array(words.dropFirst())
    switch (words.first, rest.count) {
    case ("list", 0): work = .list
    case ("show", 1): work = .show(rest[0])
    case ("test", 1): work = .test(rest[0])
    case ("export", _): work = .export(rest)
    case ("import", 0...1): work = .insert(from: rest.first)
    case ("delete", 1...): work = .delete(rest)
    case ("release", 1...): work = .release(rest)
    case ("expire", 0): work = .expire
    default:
      throw CommandError(
        "sessions needs one of: list, show ID, test ID, export [ID …], import [FILE], delete ID …, "
          + "release ID … or expire.")
    }
  }

  var createsStorage: Bool { if case .insertLines = work { true } else { false } }

  mutating func readInput() throws(StorageFailure) {
    if case .insert(let path) = work { work = .insertLines(try Self.input(path)) }
  }

  func run(on storage: any SessionStorage) async throws -> Int32 {
    let archive = SessionArchive(storage, maximumStateBytes: maximumStateBytes)
    switch work {
    case .list: try await list(archive)
    case .show(let id):
      try tell(shown(await archive.session(wholeID(id, archive))))
    case .test(let id):
      try StandardOutput.write(test(await archive.session(wholeID(id, archive))))
    case .export(let ids): try await export(wholeIDs(ids, archive), archive)
    case .insert: break
    case .insertLines(let bytes): return try await insert(bytes, archive)
    case .delete(let ids): try await delete(wholeIDs(ids, archive), archive)
    case .release(let ids): return try await release(wholeIDs(ids, archive), archive)
    case .expire: try tell("\(await archive.expire()) expired sessions were ended.")
    }
    return 0
  }

  /// Returns a test that replays a session.
  ///
  /// - Throws: ``StorageFailure`` when there is no such feature, or too little is known.
  private func test(_ session: SavedSession) throws(StorageFailure) -> String {
    guard let feature = features.first(where: { $0.name == session.feature }) else {
      throw StorageFailure(
        message: "\(host) has no feature \(session.feature.escapingHidden()).")
    }
    guard let test = session.test(of: feature) else {
      throw StorageFailure(
        message: "The session's history has no action after a state that is remembered.")
    }
    return test
  }

  /// Returns the session ids with these beginnings.
  ///
  /// - Throws: ``StorageFailure`` when one of them is unknown or ambiguous, before anything is
  ///   done.
  private func wholeIDs(_ prefixes: [String], _ archive: SessionArchive) async throws -> [String] {
    var ids: [String] = []
    for prefix in prefixes { ids.append(try await wholeID(prefix, archive)) }
    return ids
  }

  /// Returns the session id with a beginning, as logs contain only the beginning.
  ///
  /// - Throws: ``StorageFailure`` when there is no such id, or several, which it lists.
  private func wholeID(_ prefix: String, _ archive: SessionArchive) async throws -> String {
    // Every id begins with the empty string, which a script passes when a variable is unset.
    guard !prefix.isEmpty else { throw StorageFailure(message: "An id is empty.") }
    let maximum = 20
    let ids = try await archive.ids(beginningWith: prefix, limit: maximum + 1)
    guard let first = ids.first else {
      throw StorageFailure(message: "No session has an id that begins with \(prefix).")
    }
    if ids.count == 1 || first == prefix { return first }
    let list =
      ids.prefix(maximum).map { "\n  \($0)" }.joined() + (ids.count > maximum ? "\n  …" : "")
    throw StorageFailure(message: "Several sessions have an id that begins with \(prefix):\(list)")
  }

  private func list(_ archive: SessionArchive) async throws {
    func write(_ header: SessionHeader) throws {
      let expires = Date(timeIntervalSince1970: Double(header.expires.milliseconds) / 1000)
      let marks =
        (header.crashes.quarantined != nil ? "\tquarantined" : "")
        + (header.isPending ? "\tpending" : "")
      let cells = [
        header.id, header.feature, "\(header.version)", expires.formatted(.iso8601),
        header.owner ?? "-",
      ]
      try tell(cells.map { $0.escapingHidden() }.joined(separator: "\t") + marks)
    }
    try await archive.visit(
      unreadable: { try tell("\($0.escapingHidden())\tunreadable") }, readable: write)
  }

  /// Releases sessions from quarantine.
  ///
  /// - Returns: 1 when one of them was not quarantined; the others are released.
  private func release(_ ids: [String], _ archive: SessionArchive) async throws -> Int32 {
    var code: Int32 = 0
    for id in ids where try await !archive.release(id) {
      complain("\(id) was not quarantined.")
      code = 1
    }
    return code
  }

  /// Ends sessions; one that has ended by itself meanwhile is as good.
  private func delete(_ ids: [String], _ archive: SessionArchive) async throws {
    for id in ids {
      do {
        try await archive.end(id)
      } catch .notFound, .ended {}
    }
  }

  /// Writes sessions, a line each: those with some ids, or all that there are. What can't be read is named
  /// at the end.
  private func export(_ ids: [String], _ archive: SessionArchive) async throws {
    var unreadable: [String] = []
    func write(_ id: String) async throws {
      do {
        try tell(text(await archive.session(id)))
      } catch StorageError.unreadableRecord, StorageError.corrupted {
        unreadable.append(id)
      }
    }
    if ids.isEmpty {
      try await archive.visit(
        unreadable: { unreadable.append($0) },
        readable: { header in
          do {
            try await write(header.id)
          } catch StorageError.notFound, StorageError.ended {
            // It has ended meanwhile.
          }
        })
    } else {
      for id in ids { try await write(id) }
    }
    if !unreadable.isEmpty {
      let ids = unreadable.map { $0.escapingHidden() }.joined(separator: " ")
      throw StorageFailure(message: "unreadable: \(ids)")
    }
  }

  /// Imports sessions.
  ///
  /// - Returns: 1 when a line was refused; the others are stored.
  private func insert(_ bytes: [UInt8], _ archive: SessionArchive) async throws -> Int32 {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var code: Int32 = 0
    for (index, line) in lines.enumerated() where !line.isEmpty {
      do {
        try await archive.insert(try JSONStreamDecoder.decode(SavedSession.self, from: line))
      } catch {
        complain("line \(index + 1): \(sentence(about: error))")
        code = 1
      }
    }
    return code
  }

  /// Returns all that a file has, or that comes from standard input.
  private static func input(_ path: String?) throws(StorageFailure) -> [UInt8] {
    do throws(SystemError) {
      guard let path else { return try FileDescriptor.readAll(from: FileDescriptor.standardInput) }
      let descriptor = try FileDescriptor.openToRead(path)
      defer { FileDescriptor.close(descriptor) }
      return try FileDescriptor.readAll(from: descriptor)
    } catch {
      let name = path?.escapingHidden() ?? "The standard input"
      throw StorageFailure(message: "\(name) can't be used: \(error.reason).")
    }
  }

  private func text(_ session: SavedSession) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(session), as: UTF8.self)
  }

  /// Returns a session for people: its states and actions are JSON, not texts of JSON.
  private func shown(_ session: SavedSession) throws -> String {
    func opened(_ value: JSONLiteral) -> JSONLiteral {
      switch value {
      case .array(let elements): return .array(elements.map(opened))
      case .object(let members):
        return .object(
          members.map { member in
            var member = member
            if ["state", "snapshot", "shared", "action"].contains(member.name),
              case .string(let text) = member.value,
              let json = try? JSONLiteral(decoding: Array(text.utf8))
            {
              member.value = json
            } else {
              member.value = opened(member.value)
            }
            return member
          })
      default: return value
      }
    }
    return opened(try JSONLiteral(decoding: Array(text(session).utf8))).indentedJSON
  }
}
