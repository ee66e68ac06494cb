import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import BackstackSessions

/// A part of a session that agents read by its address.
struct SessionResource: Sendable, Hashable {
  enum Part: String, Sendable, CaseIterable {
    /// The whole state, with its version.
    case snapshot = ""
    case screen = "/screen"
    case history = "/history"
    /// The screen as messages of A2UI.
    case a2ui = "/a2ui"

    var name: String {
      switch self {
      case .snapshot: "state"
      case .screen: "screen"
      case .history: "history"
      case .a2ui: "screen (A2UI)"
      }
    }

    /// The media type.
    var type: String { self == .a2ui ? "application/json+a2ui" : "application/json" }
  }

  static let prefix = "backstack://sessions/"

  let session: String
  let part: Part

  /// - Returns: `nil` for an address of another form.
  init?(_ uri: String) {
    guard uri.hasPrefix(Self.prefix) else { return nil }
    let rest = uri.dropFirst(Self.prefix.count)
    let id = String(rest.prefix { $0 != "/" })
    guard SessionID(id) != nil, let part = Part(rawValue: String(rest.dropFirst(id.count))) else {
      return nil
    }
    session = id
    self.part = part
  }

  var uri: String { Self.prefix + session + part.rawValue }

  /// The path of the service that has the resource.
  var path: String {
    "/sessions/\(session)" + (part == .a2ui ? Part.screen : part).rawValue
  }

  /// Returns the templates of all addresses.
  static func templates(withA2UI: Bool) -> JSONLiteral {
    .array(
      Part.allCases.filter { $0 != .a2ui || withA2UI }.map { part in
        [
          "uriTemplate": .string(prefix + "{session}" + part.rawValue),
          "name": .string(part.name), "mimeType": .string(part.type),
          "description": .string("The \(part.name) of a session, as JSON."),
        ]
      })
  }
}

/// The schemas of a feature.
enum FeatureResource {
  static let prefix = "backstack://features/"
}

/// The reading of a resource.
struct ResourceRead: AgentWork {
  let uri: String
  /// The path of the service that has it.
  let path: String
  let type: String

  func next(after reply: ServiceReply?) -> AgentStep {
    guard let reply else {
      var request = ServiceRequest(path: path)
      if type == SessionResource.Part.a2ui.type { request.add(.accept, type) }
      return .ask(request)
    }
    if reply.status == 406 {
      return .fail(RPCError(.invalidParams, "The server has no messages of A2UI."))
    }
    guard reply.isSuccess else {
      return .fail(RPCError(.invalidParams, reply.problem?.text ?? "There is no such resource."))
    }
    return .finish(
      RPCResult(.fresh) { json in
        json.key("contents")
        json.beginArray()
        json.beginObject()
        json.member("uri", uri)
        json.member("mimeType", type)
        json.member("text", String(decoding: reply.content, as: UTF8.self))
        json.endObject()
        json.endArray()
      })
  }
}

/// The list of a client's sessions as resources.
struct ResourceList: AgentWork {
  /// Where a page begins; `nil` for the first one.
  let cursor: String?

  func next(after reply: ServiceReply?) -> AgentStep {
    guard let reply else {
      let query = cursor.map { "?cursor=\($0)" } ?? ""
      return .ask(ServiceRequest(path: "/sessions" + query))
    }
    // A server without keys lists no sessions, as they belong to nobody.
    if let problem = reply.problem, problem.kind != "sessions-not-listed" {
      return .fail(
        RPCError([400, 414].contains(reply.status) ? .invalidParams : .internalError, problem.text))
    }
    let page = reply.isSuccess ? try? JSONLiteral(decoding: reply.content) : nil
    let sessions = page?["sessions"]?.elements ?? []
    return .finish(
      RPCResult(.fresh) { json in
        json.key("resources")
        json.beginArray()
        for session in sessions {
          guard let id = session["id"]?.text else { continue }
          json.beginObject()
          json.member("uri", SessionResource.prefix + id)
          json.member("name", session["feature"]?.text ?? id)
          json.member("mimeType", "application/json")
          json.endObject()
        }
        json.endArray()
        // Not the last session's id: a page may have none that the client may see.
        let next = page?["next"]?.text?.split(separator: "cursor=").last?.prefix { $0 != "&" }
        if let next { json.member("nextCursor", String(next)) }
      })
  }
}
