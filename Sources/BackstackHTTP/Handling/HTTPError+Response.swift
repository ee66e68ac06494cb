extension HTTPError {
  static var unanswered: HTTPError {
    HTTPError(
      status: .internalServerError, code: .unanswered,
      message: "The server did not produce an answer.")
  }

  /// The answer for this error, with the fields that belong to it.
  func response(_ make: (HTTPError) -> HTTPResponse) -> HTTPResponse {
    var response = make(self)
    for (name, value) in fields.all where !response.fields.contains(HTTPFieldName(name)) {
      response.fields.append(HTTPFieldName(name), value)
    }
    return response
  }
}
