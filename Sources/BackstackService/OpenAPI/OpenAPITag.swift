import BackstackCoding

/// A group of operations in the contract.
enum OpenAPITag: CaseIterable {
  case sessions, actions, events, history, features, problems, server, inspector

  var name: String {
    switch self {
    case .sessions: "Sessions"
    case .actions: "Actions"
    case .events: "Events"
    case .history: "History"
    case .features: "Features"
    case .problems: "Problems"
    case .server: "Server"
    case .inspector: "Inspector"
    }
  }

  private var description: String {
    switch self {
    case .sessions: "Creating, finding, reading and ending sessions."
    case .actions: "Changing sessions."
    case .events: "Following sessions."
    case .history: "Earlier versions of sessions."
    case .features: "What is hosted."
    case .problems: "What error responses mean."
    case .server: "The server itself: its resources, contract, health and metrics."
    case .inspector: "What the inspector shows beside the sessions themselves."
    }
  }

  /// Returns the descriptions of the tags that operations have.
  static func descriptions(of operations: [OpenAPIOperation]) -> JSONLiteral {
    let used = operations.compactMap { $0.json["tags"] }
    return .array(
      allCases.filter { used.contains([.string($0.name)]) }.map { tag in
        ["name": .string(tag.name), "description": .string(tag.description)]
      })
  }
}
