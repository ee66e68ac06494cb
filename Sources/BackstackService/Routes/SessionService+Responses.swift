import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import FoundationEssentials

/// The responses to requests that have changed or read a session.
extension SessionService {
  /// The issues of a request, unless the host hides them.
  func issues(of reply: SessionReply) -> [Issue] {
    configuration.includesIssues ? reply.issues?.issues ?? [] : []
  }

  /// Returns the whole snapshot of a session, as JSON.
  func document(
    _ entry: SessionRegistry.Entry, _ snapshot: Snapshot, issues: [Issue] = [],
    changes: [UInt8] = []
  ) -> SnapshotDocument {
    document(
      entry.session, snapshot, expiresAt: entry.expiresAt, issues: issues, changes: changes)
  }

  /// Returns the whole snapshot of a session that expires at a date, as JSON.
  func document(
    _ session: any Session, _ snapshot: Snapshot, expiresAt: Date, issues: [Issue] = [],
    changes: [UInt8] = []
  ) -> SnapshotDocument {
    let context = session.context
    let issues = issues.member
    // The texts below, three numbers and the id have less than 224 bytes.
    let room =
      224 + JSONDate.mostBytes + JSONString.mostBytes(of: context.feature)
      + (snapshot.link.map(JSONString.mostBytes) ?? 0) + issues.count + changes.count
      + (snapshot.shared.map { $0.count + 16 } ?? 0)
    return SnapshotDocument(state: snapshot.content, room: room) { json in
      json.append(#"{"id":""#)
      context.id.append(to: &json)
      json.append(#"","feature":"#)
      JSONString.append(context.feature, to: &json)
      json.append(#","version":"#)
      json.append(decimal: snapshot.version)
      json.append(snapshot.representation == .state ? #","state":"# : #","screen":"#)
    } tail: { json in
      json.append(#","effects":"#)
      json.append(decimal: snapshot.effects)
      json.append(#","expiresAt":""#)
      JSONDate.append(expiresAt, to: &json)
      json.append(UInt8(ascii: "\""))
      if let link = snapshot.link {
        json.append(#","link":"#)
        JSONString.append(link, to: &json)
      }
      if let shared = snapshot.shared {
        json.append(#","shared":"#)
        json.append(shared)
      }
      if !issues.isEmpty {
        json.append(UInt8(ascii: ","))
        json.append(issues)
      }
      if !changes.isEmpty { json.append(changes) }
      json.append(UInt8(ascii: "}"))
    }
  }

  /// Returns the member with what has changed in the state since a version, for a snapshot of the session as it
  /// is now; empty if the session has moved on.
  private func changes(
    of session: any Session, since base: PatchBase?, to snapshot: Snapshot
  ) throws(Problem) -> [UInt8] {
    guard let base else { return [] }
    let changes = try Problem.translating(
      session.changes(of: .state, since: base, wantsSnapshot: false))
    guard changes.base.version == snapshot.version else { return [] }
    return [UInt8](upTo: changes.patch.count + 64) { json in
      json.append(#","changes":{"since":"#)
      json.append(decimal: base.version)
      json.append(#","patch":"#)
      json.append(changes.patch)
      json.append(UInt8(ascii: "}"))
    }
  }

  /// Returns a response with the snapshot of a session as it is now.
  ///
  /// - Parameters:
  ///   - caching: Whether the client may keep it: only if the request was for the snapshot.
  ///   - base: The version since which it has the changes of the state, too.
  func snapshotResponse(
    _ entry: SessionRegistry.Entry, as representation: Representation = .state,
    status: HTTPStatus = .ok, caching: HTTPResponse.Caching, issues: [Issue] = [],
    since base: PatchBase? = nil
  ) throws(Problem) -> HTTPResponse {
    let snapshot = try Problem.translating(entry.session.snapshot(representation))
    return .json(
      document(
        entry, snapshot, issues: issues,
        changes: try changes(of: entry.session, since: base, to: snapshot)),
      type: representation == .state ? "application/json" : HTTPResponse.screenType,
      status: status, version: snapshot.version, caching: caching)
  }

  /// Makes the response to a request that has changed a session, in the form that the client
  /// prefers.
  ///
  /// - Parameter format: What the client asks for; a patch is from the version that it has, or from
  ///   nothing if that version is not known.
  func makeResponse(
    _ reply: SessionReply, as format: ReplyFormat = .snapshot, _ preferences: Preferences,
    status: HTTPStatus = .ok
  ) -> HTTPResponse {
    do throws(Problem) {
      var response =
        if preferences.isMinimal {
          HTTPResponse.minimal(of: reply.entry, status: status)
        } else if format.isPatch {
          try patchResponse(reply, format.representation, status)
        } else {
          try snapshotResponse(
            reply.entry, as: format.representation, status: status, caching: .none,
            issues: issues(of: reply), since: reply.base)
        }
      // `ETag` is that of the session, not of the resource at the request's path (RFC 9110 §8.7). A
      // patch is no representation of the session.
      if preferences.isMinimal || !format.isPatch {
        response.fields.append(
          .contentLocation, pathOf: reply.session.context.id,
          format.representation == .screen && !preferences.isMinimal ? "/screen" : "")
      }
      response.note(preferences, upTo: configuration.sessions.maximumWait)
      return response
    } catch {
      // The request was processed all the same: its client learns which version it led to.
      var problem = error
      problem.version = reply.session.version
      return problem.response
    }
  }

  /// Makes the response to a request that has changed a session, with the issues if the node of a
  /// socket asks for them.
  func makeResponse(
    _ reply: SessionReply, to request: HTTPRequest, as format: ReplyFormat = .snapshot,
    _ preferences: Preferences
  ) -> HTTPResponse {
    var response = makeResponse(reply, as: format, preferences)
    if request.mayHave(PeerFields.issues), request.fields.contains(PeerFields.issues) {
      response.add(issues(of: reply), for: request)
    }
    return response
  }

  /// Returns the response to a request that was processed before: the stored answer or, if there is none,
  /// the present snapshot and the version that the request led to.
  func replayed(
    _ replay: Replay, _ reply: SessionReply, as representation: Representation = .state,
    _ preferences: Preferences, status: HTTPStatus = .ok
  ) -> HTTPResponse {
    switch replay {
    case .answered(let answer): return answer.response
    case .processed(let head):
      let outcome = Answer.outcome(head)
      var response = makeResponse(
        reply, as: ReplyFormat(representation: representation, isPatch: false),
        preferences.withoutWait, status: status)
      if let version = outcome.version {
        response.fields.append(.processedVersion, "\"\(version)\"")
      }
      if let location = outcome.location { response.fields.append(.location, location) }
      return response
    }
  }

  /// Returns the problem of a refused request, with the present snapshot for a client that has an older
  /// version.
  ///
  /// - Parameter conditions: The conditions of the request.
  func problem(_ refusal: SessionRefusal, _ conditions: Preconditions = .none) -> Problem {
    if let entry = refusal.entry { return problem(refusal.error, of: entry, conditions) }
    var problem = Problem(refusal.error)
    if let member = refusal.member { problem.pointer = JSONPointer([member]) }
    return problem
  }

  /// Returns the problem of a refused change, with the present snapshot for a client that has an
  /// older version.
  ///
  /// - Parameter conditions: The conditions of the request.
  func problem(
    _ error: SessionError, of entry: SessionRegistry.Entry, _ conditions: Preconditions
  ) -> Problem {
    guard case .versionMismatch = error else { return Problem(error) }
    guard let snapshot = try? entry.session.snapshot(.state) else { return Problem(error) }
    var problem =
      conditions.isNone
      ? Problem(error) : Problem(.versionMismatch, conditions.refusal(of: snapshot.version))
    problem.version = snapshot.version
    problem.snapshot = document(entry, snapshot)
    return problem
  }
}

extension SessionService {
  /// Returns the response to a request that reads, if its conditions make the content unnecessary.
  ///
  /// - Parameters:
  ///   - version: The version that it reads.
  ///   - entry: The session, if the version is its present one.
  /// - Throws: ``Problem`` (412) if the conditions are not met.
  func response(
    to conditions: Preconditions, at version: Int, of entry: SessionRegistry.Entry? = nil
  ) throws(Problem) -> HTTPResponse? {
    switch conditions.outcome(at: version) {
    case .met: return nil
    case .notModified: return .notModified(version: version)
    case .failed:
      if let entry { throw problem(.versionMismatch, of: entry, conditions) }
      var problem = Problem(
        .versionMismatch, "This is version \(version) of the session, and If-Match names another.")
      problem.version = version
      throw problem
    }
  }
}

extension SessionService {
  /// Returns a response with the changes of a session.
  private func patchResponse(
    _ reply: SessionReply, _ representation: Representation, _ status: HTTPStatus
  ) throws(Problem) -> HTTPResponse {
    let type =
      representation == .state ? HTTPResponse.patchType : MediaType.screenPatch
    guard let base = reply.base else {
      let snapshot = try Problem.translating(reply.session.snapshot(representation))
      let patch = document(reply.entry, snapshot).between(
        Array(#"[{"op":"replace","path":"","value":"#.utf8), Array("}]".utf8))
      return .json(patch, type: type, status: status, version: snapshot.version)
    }
    let changes = try Problem.translating(
      reply.session.changes(of: representation, since: base, wantsSnapshot: false))
    var response = HTTPResponse.json(
      changes.patch, type: type, version: changes.base.version)
    // Without `If-Match`, the client can't know the version otherwise (RFC 3229 §10.5.1).
    response.fields.append(.deltaBase, "\"\(base.version)\"")
    return response
  }
}

extension HTTPFieldName {
  /// The version to which a patch applies (RFC 3229 §10.5.1).
  static let deltaBase = HTTPFieldName("Delta-Base")
}

extension HTTPResponse {
  static var patchType: String { "application/json-patch+json" }
  /// The type of screens with the version of their vocabulary.
  static var screenType: String { MediaType.screen + "; v=1" }

  /// Returns a response that tells only the version of a session and, if the session is new, its id.
  fileprivate static func minimal(
    of entry: SessionRegistry.Entry, status: HTTPStatus
  ) -> HTTPResponse {
    let version = entry.session.version
    guard status == .created else {
      return HTTPResponse(
        status: .noContent, fields: [.eTag: "\"\(version)\"", .cacheControl: "no-store"])
    }
    var json = JSONWriter()
    json.beginObject()
    json.member("id", entry.session.context.id.description)
    json.member("version", version)
    json.endObject()
    return .json(json.bytes, status: status, version: version)
  }
}

extension HTTPFieldName {
  static let contentLocation = HTTPFieldName("Content-Location")
}

extension HTTPFields {
  /// Adds a field whose value is the path of a session.
  fileprivate mutating func append(
    _ name: HTTPFieldName, pathOf id: SessionID, _ part: StaticString
  ) {
    append(name, upTo: 10 + SessionID.textCount + part.utf8CodeUnitCount) { path in
      path.append("/sessions/")
      id.append(to: &path)
      path.append(part)
    }
  }
}

extension HTTPResponse {
  /// Whether clients may keep a response (RFC 9111 §5.2.2).
  enum Caching {
    /// Nobody may store it: it is the outcome of one request.
    case none
    /// The client may, for itself, and asks with its `ETag` before each use.
    case revalidated

    var fieldValue: String {
      switch self {
      case .none: "no-store"
      case .revalidated: "private, no-cache"
      }
    }
  }

  /// The fields of the responses that most requests get, written once.
  private static let commonFields = (
    json: fields("application/json", .none), patch: fields(patchType, .none),
    revalidatedJSON: fields("application/json", .revalidated)
  )

  private static func fields(_ type: String, _ caching: Caching) -> HTTPFields {
    var fields: HTTPFields = [.contentType: type, .cacheControl: caching.fieldValue]
    // For the `ETag` and `Content-Location` that most responses get of their own.
    fields.reserveCapacity(bytes: 128)
    return fields
  }

  /// Returns a response with JSON.
  static func json(
    _ json: [UInt8], type: String = "application/json", status: HTTPStatus = .ok,
    version: Int? = nil, caching: Caching = .none
  ) -> HTTPResponse {
    HTTPResponse(status: status, fields: fields(type, version, caching), body: .bytes(json))
  }

  /// Returns a response with a snapshot.
  static func json(
    _ document: SnapshotDocument, type: String = "application/json", status: HTTPStatus = .ok,
    version: Int, caching: Caching = .none
  ) -> HTTPResponse {
    HTTPResponse(status: status, fields: fields(type, version, caching), body: document.body)
  }

  private static func fields(_ type: String, _ version: Int?, _ caching: Caching) -> HTTPFields {
    var fields =
      switch type {
      case "application/json":
        caching == .none ? commonFields.json : commonFields.revalidatedJSON
      case patchType where caching == .none: commonFields.patch
      default: fields(type, caching)
      }
    if let version { fields.append(.eTag, quoting: version) }
    return fields
  }
}

/// The JSON document with a session's snapshot. A large state in it is not copied: all responses
/// that contain it share its memory.
struct SnapshotDocument: Sendable {
  private let head: [UInt8]
  private let state: [UInt8]
  private let tail: [UInt8]

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - state: The state as JSON; shared if it is large.
  ///   - room: The maximum number of bytes before and after the state.
  ///   - head: Appends the text before the state.
  ///   - tail: Appends the text after the state.
  init(
    state: [UInt8], room: Int, head writeHead: (inout ByteRoom) -> Void,
    tail writeTail: (inout ByteRoom) -> Void
  ) {
    if state.count > Self.maximumCopy {
      head = [UInt8](upTo: room, writeHead)
      self.state = state
      tail = [UInt8](upTo: room, writeTail)
    } else {
      head = [UInt8](upTo: state.count + room) { bytes in
        writeHead(&bytes)
        bytes.append(state)
        writeTail(&bytes)
      }
      self.state = []
      tail = []
    }
  }

  private init(head: [UInt8], state: [UInt8], tail: [UInt8]) {
    self.head = head
    self.state = state
    self.tail = tail
  }

  /// The size up to which a state is copied, so that it is sent in one piece with the text around
  /// it.
  private static let maximumCopy = 32 * 1024

  /// The document as the content of a response.
  var body: HTTPBody { state.isEmpty ? .bytes(head) : .parts([head, state, tail]) }

  /// The document in one piece.
  var bytes: [UInt8] { state.isEmpty ? head : head + state + tail }

  /// Returns the document with a text before and a text after it.
  func between(_ before: [UInt8], _ after: [UInt8]) -> Self {
    state.isEmpty
      ? Self(head: before + head + after, state: [], tail: [])
      : Self(head: before + head, state: state, tail: tail + after)
  }
}
