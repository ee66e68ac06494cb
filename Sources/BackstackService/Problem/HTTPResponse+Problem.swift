import BackstackCoding
import BackstackHTTP

// What a problem document gets shortly before it is sent: its beginning and end are known.
extension HTTPResponse {
  private var isProblem: Bool { fields[.contentType] == "application/problem+json" }

  /// Returns a problem document with the id of its request as another member; other responses as
  /// they are.
  @Sendable
  static func addingRequestID(_ response: HTTPResponse, _ id: String) -> HTTPResponse {
    var parts = response.body.parts
    guard response.isProblem, var end = parts.popLast(), end.last == UInt8(ascii: "}") else {
      return response
    }
    end.removeLast()
    // A handler that sets the field has another id.
    end += ",\"requestId\":".utf8
    JSONString.append(response.fields[.requestID] ?? id, to: &end)
    end.append(UInt8(ascii: "}"))
    var response = response
    response.body = .parts(parts + [end])
    return response
  }

  /// Returns a problem document with a type below a path; other responses as they are.
  func withProblemType(below path: String) -> HTTPResponse {
    let start = Array("{\"type\":\"".utf8)
    var parts = body.parts
    guard isProblem, let first = parts.first,
      first.starts(with: start + Array(ProblemGuide.folder.utf8))
    else { return self }
    parts[0] = start + Array(path.utf8) + first.dropFirst(start.count)
    var response = self
    response.body = .parts(parts)
    return response
  }
}
