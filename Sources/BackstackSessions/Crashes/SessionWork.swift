/// The kinds of work on a session that run code of its feature.
enum SessionWork: UInt8, Sendable, CaseIterable {
  case creation, decoding, action, effect, encoding, restoring, resuming, hook

  /// The name in the line about a crash.
  var name: StaticString {
    switch self {
    case .creation: "creation"
    case .decoding: "decoding"
    case .action: "action"
    case .effect: "effect"
    case .encoding: "encoding"
    case .restoring: "restoring"
    case .resuming: "resuming"
    case .hook: "hook"
    }
  }
}
