import Testing

@testable import BackstackHTTP

@Suite("Status codes")
struct StatusTests {
  @Test("Each name has the code of RFC 9110 or RFC 6585")
  func codes() {
    let codes: [(HTTPStatus, Int)] = [
      (.ok, 200), (.created, 201), (.accepted, 202), (.noContent, 204), (.resetContent, 205),
      (.seeOther, 303), (.notModified, 304), (.badRequest, 400), (.unauthorized, 401),
      (.forbidden, 403), (.notFound, 404), (.methodNotAllowed, 405), (.notAcceptable, 406),
      (.requestTimeout, 408), (.conflict, 409), (.gone, 410), (.preconditionFailed, 412),
      (.contentTooLarge, 413), (.uriTooLong, 414), (.unsupportedMediaType, 415),
      (.expectationFailed, 417), (.misdirectedRequest, 421), (.unprocessableContent, 422),
      (.preconditionRequired, 428), (.tooManyRequests, 429),
      (.requestHeaderFieldsTooLarge, 431), (.internalServerError, 500), (.notImplemented, 501),
      (.serviceUnavailable, 503), (.httpVersionNotSupported, 505),
    ]
    for (status, code) in codes { #expect(status.code == code) }
  }

  @Test("Only a code that can end a request is sent", arguments: [100, 199, 200, 599, 600])
  func final(code: Int) {
    #expect(HTTPStatus(code).final.code == (code == 200 || code == 599 ? code : 500))
  }
}
