/// Who a schema is for: what the server sends has more cases than what it takes.
public enum SchemaAudience: Hashable, Sendable {
  /// Who reads what the server encodes.
  case reader
  /// A client that sends what the server is to decode.
  case sender
}
