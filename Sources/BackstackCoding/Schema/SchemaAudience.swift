/// The audience of a schema: the server sends more cases than it accepts.
public enum SchemaAudience: Hashable, Sendable {
  /// A client that reads values that the server encodes.
  case reader
  /// A client that sends values that the server decodes.
  case sender
}
