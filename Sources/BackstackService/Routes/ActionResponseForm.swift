import Backstack
import BackstackCoding
import BackstackHTTP

/// The form of the response to an action.
enum ActionResponseForm: Sendable {
  case snapshot
  /// A patch from a version; `nil` when it is not known which version the client has.
  case patch(from: PatchBase?)
}

extension SessionService {
  /// Returns the form that a request asks for. Must be called before the action is processed.
  func actionResponseForm(
    _ request: HTTPRequest, _ entry: SessionRegistry.Entry
  ) throws(Problem) -> ActionResponseForm {
    guard request.prefersPatch else { return .snapshot }
    let base = try entry.session.patchBase()
    // If `If-Match` does not match now, another client may still bring the session to that version
    // before the action is processed; the client's version is unknown then.
    return .patch(from: request.versionCondition.isMet(by: base.version) ? base : nil)
  }

  /// Returns a response with the session as it is now.
  func response(
    _ entry: SessionRegistry.Entry, _ form: ActionResponseForm, status: HTTPStatus = .ok,
    issues: [Issue] = []
  ) throws(Problem) -> HTTPResponse {
    guard case .patch(let base) = form else {
      return try snapshotResponse(entry, status: status, issues: issues)
    }
    guard let base else {
      let snapshot = try entry.session.snapshot()
      let patch = document(entry, snapshot).between(
        Array(#"[{"op":"replace","path":"","value":"#.utf8), Array("}]".utf8))
      return .json(patch, type: HTTPResponse.patchType, version: snapshot.version)
    }
    let changes = try entry.session.changes(since: base, wantsSnapshot: false)
    var response = HTTPResponse.patch(changes.patch, version: changes.base.version)
    // Without `If-Match`, the client can't know the version otherwise (RFC 3229 §10.5.1).
    response.fields.append("Delta-Base", "\"\(base.version)\"")
    return response
  }
}

extension HTTPResponse {
  fileprivate static var patchType: String { "application/json-patch+json" }

  fileprivate static func patch(_ patch: [UInt8], version: Int) -> HTTPResponse {
    .json(patch, type: patchType, version: version)
  }
}
