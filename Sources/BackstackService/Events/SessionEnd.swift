/// Why a session, or the events of it, ended: an open set.
struct SessionEnd: Sendable, Hashable {
  let reason: String

  /// A client ended it.
  static let deleted = Self(reason: "deleted")
  /// Nobody used it for as long as its creator allowed.
  static let expired = Self(reason: "expired")
  /// The server stopped.
  static let stopped = Self(reason: "stopped")
  /// The session goes on, but its state has no JSON form.
  static let notEncodable = Self(reason: "state-not-encodable")

  /// What clients are told.
  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("reason", reason)
    json.endObject()
    return json.bytes
  }
}
