package import BackstackHTTP
import BackstackSessions

/// The parameters of a request's query, none of them repeated.
package struct Query {
  private var values: [String: String] = [:]

  /// Reads the parameters.
  ///
  /// - Throws: `HTTPError` (400) for an unknown or repeated parameter, or text that is not UTF-8.
  fileprivate init(_ request: HTTPRequest, allowing names: [String]) throws(HTTPError) {
    guard request.query != nil else { return }
    for item in try request.queryItems() {
      guard names.contains(item.name) else {
        let others =
          names.isEmpty ? ", nor any other" : "; there are \(names.joined(separator: ", "))"
        throw Self.mistake("There is no parameter \"\(item.name)\" here\(others).")
      }
      guard values[item.name] == nil else {
        throw Self.mistake("The parameter \"\(item.name)\" is given twice.")
      }
      values[item.name] = item.value ?? ""
    }
  }

  private static func mistake(_ text: String) -> HTTPError {
    let kind = Problem.Kind.invalidQuery
    return HTTPError(
      status: kind.status, code: HTTPError.Code(rawValue: kind.slug), message: text)
  }

  /// Returns the text of a parameter; `nil` when it is not given.
  package func text(_ name: String) -> String? { values[name] }

  /// Returns the number in a parameter; `nil` when it is not given.
  ///
  /// - Throws: ``Problem`` (400) for text that is not a whole number, or a number outside of the
  ///   range.
  func integer(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Preferences.seconds(text), range.contains(number) else {
      let maximum = range.upperBound == .max ? "" : " and at most \(range.upperBound)"
      throw Problem(
        .invalidQuery,
        "The parameter \"\(name)\" is a whole number of at least \(range.lowerBound)\(maximum).")
    }
    return number
  }

  /// Returns the representation that the parameter `view` names.
  ///
  /// - Throws: ``Problem`` (400) for an unknown one.
  func representation() throws(Problem) -> Representation {
    switch text("view") {
    case nil, "state": return .state
    case "screen": return .screen
    case let other?:
      throw Problem(.invalidQuery, "The view \"\(other)\" is unknown: state or screen.")
    }
  }
}

extension HTTPRequest {
  /// Refuses parameters, for a resource that has none. Most requests have no query.
  ///
  /// - Throws: ``Problem`` (400) for a parameter.
  func refuseParameters() throws(Problem) {
    if query != nil { _ = try query(allowing: []) }
  }

  /// Returns the parameters of the query.
  func query(allowing names: [String]) throws(Problem) -> Query {
    do throws(HTTPError) {
      return try parameters(allowing: names)
    } catch {
      throw Problem(error)
    }
  }

  /// Returns the parameters of the query.
  ///
  /// - Throws: `HTTPError` (400) for an unknown or repeated parameter, or text that is not UTF-8.
  package func parameters(allowing names: [String]) throws(HTTPError) -> Query {
    try Query(self, allowing: names)
  }
}
