import Foundation

/// The messages that a session sends over a socket in place of requests.
enum SocketMessage {
  /// Longer actions go by requests, whose refusals say how long they may be.
  private static let maximumLength = 60_000

  /// Returns the message that says what a request does; `nil` for a request that no message replaces.
  static func text(_ id: Int, _ call: Conversation.Call) -> String? {
    guard call.path.hasSuffix("/actions"), let content = call.content,
      content.count < maximumLength
    else { return nil }
    var text = "{\"id\":\(id),\"send\":\(String(decoding: content, as: UTF8.self))"
    // Keys have nothing to escape, as a field has none.
    if let key = call.fields["Idempotency-Key"] { text += ",\"key\":\(key)" }
    if let version = call.fields["If-Match"] { text += ",\"if\":\(version.filter(\.isNumber))" }
    return text + "}"
  }

  /// Returns the path of the socket in place of a stream of events.
  static func path(_ call: Conversation.Call) -> String {
    let parts = call.path.split(separator: "?", maxSplits: 1)
    let version = call.fields["Last-Event-ID"].map { "version=\($0)" }
    let query = [parts.dropFirst().first.map(String.init), version].compactMap(\.self)
    let path = String(parts[0]).replacing("/events", with: "/socket")
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }
}
