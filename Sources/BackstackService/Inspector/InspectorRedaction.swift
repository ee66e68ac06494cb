import BackstackCoding
import BackstackHTTP
import BackstackSessions
import FoundationEssentials

/// Hides the texts of states and actions, and tells only what kind of text there is and how long it
/// is. The names of cases stay.
struct InspectorRedaction: HTTPMiddleware {
  /// The members that contain states, actions, or what a client may have typed. Ids of effects and
  /// elements, and the names of tasks, can be made of it.
  private static let hidden: Set = [
    "state", "shared", "screen", "action", "proposal", "control", "send", "issues", "value", "link",
    "detail", "task", "cancelIDs", "elementIDs",
  ]
  /// The names of cases without payloads, which are texts in states and actions.
  private let names: Set<String>

  init(_ features: some Sequence<Feature>) {
    var names: Set<String> = []
    for feature in features {
      let definitions = feature.contract.definitions
      for root in [FeatureContract.Root.state, FeatureContract.Root.action] {
        Self.collect(from: definitions.document(of: root).literal, into: &names)
      }
    }
    self.names = names
  }

  private static func collect(from schema: JSONLiteral, into names: inout Set<String>) {
    switch schema {
    case .array(let elements): for element in elements { collect(from: element, into: &names) }
    case .object(let members):
      for member in members {
        if member.name == "enum", case .array(let values) = member.value {
          for case .string(let name) in values { names.insert(name) }
        } else if member.name == "const", case .string(let name) = member.value {
          names.insert(name)
        } else {
          collect(from: member.value, into: &names)
        }
      }
    default: break
    }
  }

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    guard request.path.hasPrefix(InspectorRoutes.api),
      !request.path.hasPrefix(InspectorRoutes.api + "features")
    else { return next.respond(to: request, responder) }
    let responder = responder.intercepting(errorResponse: BackstackServer.problemResponse) {
      response in
      var response = response
      response.body = redacted(response.body)
      return response
    }
    next.respond(to: request, responder)
  }

  private func redacted(_ body: HTTPBody) -> HTTPBody {
    if body.count == 0 { return body }
    // Everything here is JSON; what can't be read is not shown.
    guard let json = try? JSONLiteral(decoding: body.bytes) else { return .text("") }
    return .bytes(Array(redacted(json, isHidden: false).json.utf8))
  }

  func redacted(_ json: JSONLiteral, isHidden: Bool) -> JSONLiteral {
    switch json {
    case .string(let text) where isHidden && !names.contains(text): .string(Self.kind(of: text))
    case .array(let elements): .array(elements.map { redacted($0, isHidden: isHidden) })
    case .object(let members):
      .object(
        members.map { member in
          JSONLiteral.Member(
            member.name,
            redacted(member.value, isHidden: isHidden || Self.hidden.contains(member.name)))
        })
    default: json
    }
  }

  /// Returns what is shown in place of a text.
  private static func kind(of text: String) -> String {
    if text.count == 36, UUID(uuidString: text) != nil { return "‹UUID›" }
    if text.contains(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/) { return "‹date›" }
    return text.count == 1 ? "‹1 character›" : "‹\(text.count) characters›"
  }
}
