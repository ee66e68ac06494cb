extension HTTPError {
  static var noResponse: HTTPError {
    HTTPError(
      status: .internalServerError, code: .noResponse,
      message: "The server did not produce a response.")
  }

  /// Returns the response for this error, with the error's fields.
  func response(_ make: (HTTPError) -> HTTPResponse) -> HTTPResponse {
    var response = make(self)
    for (name, value) in fields.all where !response.fields.contains(HTTPFieldName(name)) {
      response.fields.append(HTTPFieldName(name), value)
    }
    return response
  }
}
