public import Foundation

/// A problem document of the service (RFC 9457).
public struct RemoteProblem: Hashable, Sendable, CustomStringConvertible {
  /// The HTTP status of the response.
  public let status: Int
  /// All members of the document; none if something on the way to the service responded.
  public let members: [String: JSONValue]

  /// The kind of the problem, such as `stale-element`: the end of the document's `type`.
  public var kind: String {
    guard case .string(let type) = members["type"] else { return "" }
    return String(type[(type.lastIndex(of: "/").map(type.index(after:)) ?? type.startIndex)...])
  }

  /// The sentence for people, or the status where there is none.
  public var description: String {
    (members["detail"] ?? members["title"])?.stringValue ?? "HTTP \(status)"
  }

  /// Where in the content the mistake is, as a JSON Pointer (RFC 6901).
  public var pointer: String? { members["pointer"]?.stringValue }

  init(status: Int, content: Data) {
    self.status = status
    // The page of a proxy is not JSON.
    let json = try? JSONParser.value(content)
    members = json?.objectValue ?? [:]
  }
}

/// Why a request to a session had no effect, or a session can't be used.
public enum RemoteError: Error, Hashable, Sendable {
  /// The service refused a request, and changed nothing.
  case refused(RemoteProblem)
  /// The session has ended, or there is none with the id; `reason` is the service's word for why,
  /// such as `deleted` or `expired`, or `unknown`.
  case gone(reason: String)
  /// No response came, and the request was sent often enough. An action may have taken effect.
  case unreachable(String)
  /// The response is not the expected one: not a snapshot, or a state that can't be decoded as the
  /// program's type.
  case unreadable(String)
  /// The session is one of another feature.
  case otherFeature(String)
  /// A path was set that is not a part of the shown one: screens are pushed by actions.
  case impossiblePath
  /// `close` was called.
  case closed
}

extension RemoteError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let problem): problem.description
    case .gone(let reason): "The session has ended: \(reason)."
    case .unreachable(let reason): "The service can't be reached: \(reason)"
    case .unreadable(let reason): reason
    case .otherFeature(let feature): "The session is one of the feature \(feature)."
    case .impossiblePath: "A path can only lose screens; actions push them."
    case .closed: "The session was closed by this program."
    }
  }

  public var errorDescription: String? { description }

  /// The problem document of a refusal; `nil` for other errors.
  public var problem: RemoteProblem? {
    if case .refused(let problem) = self { problem } else { nil }
  }
}
