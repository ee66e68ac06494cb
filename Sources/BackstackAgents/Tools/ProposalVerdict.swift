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
  /// The history does not tell: it does not reach back, or a person has sent what may be the same in other words.
  case unknown

  /// The number of versions that are looked at.
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
      guard let next = later.first, next["cause"] == "client", next["agent"] == nil else {
        self = .superseded
        return
      }
      // Each action of a batch makes a version, and all or none are done.
      let pairs = zip(later, actions).map { ($0["action"] ?? .null, $1) }
      if later.count < actions.count, entries.count < Self.historyLimit {
        self = .superseded
      } else if pairs.count == actions.count, pairs.allSatisfy(Self.areSame) {
        self = .confirmed
      } else {
        self = pairs.contains { Self.areOthers($0, $1) } ? .superseded : .unknown
      }
    }
  }

  /// Returns whether two texts are certainly different actions: they have other cases.
  private static func areOthers(_ first: JSONLiteral, _ second: JSONLiteral) -> Bool {
    let (left, right) = (caseName(first), caseName(second))
    if let left, let right, left != right { return true }
    guard case .object(let members) = first else { return false }
    // What is no action, such as an id, may be written in several ways.
    return members.contains { member in
      guard case .object = member.value, let other = second[member.name] else { return false }
      return areOthers(member.value, other)
    }
  }

  /// Returns the name of the case that a text has if it is an action.
  private static func caseName(_ json: JSONLiteral) -> String? {
    switch json {
    case .string(let name): name
    case .object(let members) where members.count == 1: members[0].name
    default: nil
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

extension ProposalVerdict {
  /// What an agent is told of a call that was done before.
  static let done =
    "This call was done before, and was not done again. Another call needs another key."

  /// What an agent is told.
  ///
  /// - Parameter wasAsked: Whether a person was asked, as far as the client knows.
  func note(wasAsked: Bool) -> (text: String, isError: Bool) {
    switch self {
    case .pending: ("A person has yet to decide. Nothing was done.", true)
    case .confirmed: ("A person has confirmed it, and it is done.", false)
    case .refused: ("It was refused. Nothing was done.", true)
    case .notProposed where !wasAsked: (Self.done, false)
    case .superseded, .notProposed:
      (
        "The session has moved on before a person has decided. Nothing was done. Decide again.",
        true
      )
    case .unknown where wasAsked:
      (
        "A person was asked, and the history does not tell for certain what they have decided: look whether it "
          + "is done.", true
      )
    case .unknown:
      (
        "This call was made before: it was done, or a person was asked. It was not done again; look whether "
          + "it is done.", false
      )
    }
  }
}
