/// When a ``TestStore`` processes the actions that effects send (U12).
public enum ReceivedActionProcessing: Sendable, Hashable {
  /// When they arrive; `receive` looks back at what they did (R107).
  case eager
  /// When `receive` asks for them, in order: until then nothing sees what they will do.
  case lazy
}
