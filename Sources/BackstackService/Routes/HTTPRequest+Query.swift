import BackstackHTTP

/// The parameters in a request's query, each once.
struct Query {
  private var values: [String: String] = [:]

  /// - Throws: ``Problem`` (400) for an unknown parameter, one given twice, or text that is not UTF-8.
  fileprivate init(_ request: HTTPRequest, allowing names: [String]) throws(Problem) {
    guard request.query != nil else { return }
    let items: [HTTPQueryItem]
    do throws(HTTPError) {
      items = try request.queryItems()
    } catch {
      throw Problem(error)
    }
    for item in items {
      guard names.contains(item.name) else {
        throw Problem(
          .invalidQuery,
          "There is no parameter \"\(item.name)\" here; there are \(names.joined(separator: ", "))."
        )
      }
      guard values[item.name] == nil else {
        throw Problem(.invalidQuery, "The parameter \"\(item.name)\" is given twice.")
      }
      values[item.name] = item.value ?? ""
    }
  }

  /// A text; `nil` when it is not given.
  func text(_ name: String) -> String? { values[name] }

  /// A whole number; `nil` when it is not given.
  ///
  /// - Throws: ``Problem`` (400) for what is no number or out of the range.
  func integer(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Preferences.seconds(text), range.contains(number) else {
      let most = range.upperBound == .max ? "" : " and at most \(range.upperBound)"
      throw Problem(
        .invalidQuery,
        "The parameter \"\(name)\" is a whole number of at least \(range.lowerBound)\(most).")
    }
    return number
  }
}

extension HTTPRequest {
  /// The parameters of the query.
  func query(allowing names: [String]) throws(Problem) -> Query {
    try Query(self, allowing: names)
  }
}
