/// The rights of agents, within those of their keys.
package enum AgentRights: String, Sendable, CaseIterable {
  /// They look at sessions.
  case read
  /// They also open sessions and use controls, except those that a view marks as destructive.
  case safe
  /// They do whatever a client can: they also send actions of their own, restore versions and end
  /// sessions.
  case full = "on"

  /// Returns whether agents may call a tool.
  func allow(_ tool: Tool) -> Bool {
    switch tool {
    case .look, .history: true
    case .open, .press, .enter, .back: self != .read
    case .send, .restore, .close: self == .full
    }
  }
}
