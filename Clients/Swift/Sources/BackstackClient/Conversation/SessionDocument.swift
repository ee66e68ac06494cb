import Foundation

/// A session at a version, as the service describes it.
struct SessionDocument: Equatable, Sendable {
  let id: String
  let feature: String
  private(set) var version: Int
  /// The whole snapshot, which patches apply to.
  private(set) var json: JSONValue

  /// - Throws: `RemoteError.unreadable` if a member is missing.
  init(_ json: JSONValue) throws(RemoteError) {
    guard let id = json["id"]?.stringValue, let feature = json["feature"]?.stringValue,
      let version = json["version"]?.integerValue, Self.shown(json) != nil
    else { throw .unreadable("The response is not a snapshot of a session.") }
    self.id = id
    self.feature = feature
    self.version = version
    self.json = json
  }

  /// - Throws: `RemoteError.unreadable` if the content is not a snapshot.
  init(_ content: Data) throws(RemoteError) {
    guard let json = try? JSONParser.value(content) else {
      throw .unreadable("The response is not JSON.")
    }
    try self.init(json)
  }

  /// The state, or the screen where that is followed.
  var state: JSONValue { Self.shown(json) ?? .null }
  var link: String? { json["link"]?.stringValue }
  var expiresAt: String? { json["expiresAt"]?.stringValue }

  /// Returns the session at a later version.
  ///
  /// - Throws: `PatchError` if the patch does not fit, or the result is no snapshot.
  func patched(_ patch: JSONValue, version: Int) throws(PatchError) -> SessionDocument {
    var copy = self
    try copy.json.apply(patch)
    guard Self.shown(copy.json) != nil else {
      throw PatchError(reason: "the patch removes the state")
    }
    copy.version = version
    return copy
  }

  private static func shown(_ json: JSONValue) -> JSONValue? { json["state"] ?? json["screen"] }
}
