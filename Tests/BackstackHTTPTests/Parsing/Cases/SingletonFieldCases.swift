@testable import BackstackHTTP

extension ParserCase {
  /// RFC 9110 §5.3: fields whose value is not a list.
  static let singletonFields: [ParserCase] =
    HTTPSingletonFields.names.flatMap { name -> [ParserCase] in
      let (name, upper) = (name.rawValue, name.rawValue.uppercased())
      return [
        .accepted("RFC 9110 §5.3 \(name) once", get("\(name): a\r\n"), "GET / - "),
        .refused("RFC 9110 §5.3 \(name) twice", get("\(name): a\r\n\(name): b\r\n")),
        .refused(
          "RFC 9110 §5.3 \(name) twice, the same, in other case, apart",
          get("\(name): a\r\nX: 1\r\n\(upper): a\r\n")),
      ]
    } + [
      .refused("RFC 9110 §5.3 Origin twice, once empty", get("Origin:\r\nOrigin: http://a\r\n"))
    ]
    + [
      "Accept", "Content-Encoding", "Cookie", "Forwarded", "If-Match", "If-None-Match", "Prefer",
      "User-Agent", "X-Forwarded-For", "X-Authorization",
    ].map {
      .accepted("RFC 9110 §5.3 \($0) twice", get("\($0): a\r\n\($0): b\r\n"), "GET / - ")
    }
}
