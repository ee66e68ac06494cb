import BackstackService

extension KeyRights.Level {
  /// Returns whether agents may call a tool.
  func allow(_ tool: Tool) -> Bool {
    switch tool {
    case .look, .history: true
    case .open, .press, .enter, .back: self != .read
    case .send, .restore, .close: self == .full
    }
  }

  /// Returns the rights that both levels have.
  func limited(to other: Self) -> Self {
    Self.allCases.first { [self, other].contains($0) } ?? self
  }
}
