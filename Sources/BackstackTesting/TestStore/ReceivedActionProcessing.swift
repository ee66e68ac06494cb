/// When a ``TestStore`` processes the actions that effects send.
public enum ReceivedActionProcessing: Sendable, Hashable {
  /// When they arrive; `receive` looks back at what they did.
  case eager
  /// When `receive` asks for them, in order: until then nothing sees what they will do.
  case lazy
}
