import BackstackCoding
import BackstackScreenText

/// What has become of a proposal, by the versions of the session's history since.
enum ProposalVerdict: Sendable {
  /// A person has yet to decide.
  case pending
  case confirmed, refused
  /// The session has moved on before a person has decided.
  case superseded
  /// The version is no proposal.
  case notProposed
  /// The history does not reach back to it.
  case unknown

  /// The number of versions that show the decision: those of the longest batch that a person confirms.
  static let historyLimit = 200

  /// - Parameters:
  ///   - entries: The history from the proposal on.
  ///   - version: The version of the proposal.
  init(_ entries: [JSONLiteral], of version: Int) {
    guard let proposal = entries.first, proposal["version"]?.json == "\(version)" else {
      self = .unknown
      return
    }
    guard proposal["cause"] == "proposal" else {
      self = .notProposed
      return
    }
    let later = entries.dropFirst()
    switch later.first?["cause"]?.text {
    case nil: self = .pending
    case "refusal": self = .refused
    default:
      let send = proposal["proposal"]?["send"] ?? .null
      let actions = if case .array(let batch) = send { batch } else { [send] }
      // Each action of a batch makes a version.
      let isDone =
        later.count >= actions.count
        && zip(later, actions).allSatisfy { entry, action in
          entry["cause"] == "client" && entry["agent"] == nil
            && entry["action"].map { Self.areSame($0, action) } ?? false
        }
      self = isDone ? .confirmed : .superseded
    }
  }

  /// Returns whether two texts are the same action: the history has the actions of a batch as the server
  /// writes them, which may not be as they were sent.
  private static func areSame(_ first: JSONLiteral, _ second: JSONLiteral) -> Bool {
    switch (first, second) {
    case (.number, .number): return first.number == second.number
    case (.array(let first), .array(let second)):
      return first.count == second.count && zip(first, second).allSatisfy(areSame)
    case (.object(let members), .object(let others)):
      // What is `null` may be left out.
      return Set((members + others).map(\.name)).allSatisfy { name in
        areSame(first[name] ?? .null, second[name] ?? .null)
      }
    case (.object, .string(let name)): return first == [name: [:]]
    case (.string(let name), .object): return second == [name: [:]]
    default: return first == second
    }
  }
}
