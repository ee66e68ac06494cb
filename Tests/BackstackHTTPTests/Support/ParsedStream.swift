@testable import BackstackHTTP

/// The result of parsing a stream of bytes, in a form that can be compared.
struct ParsedStream: Equatable {
  struct Request: Equatable {
    var method: String
    var target: String
    var path: String
    var query: String?
    var authority: String?
    /// The decoded parts of the path and the query; `nil` if an escape is invalid.
    var segments: [String]?
    var queryItems: [HTTPQueryItem]?
    var fieldBytes: [Field]
    var body: [UInt8]
    var keepsAlive: Bool
    var expectsContinue: Bool
    var isHTTP10: Bool

    /// The fields as text.
    var fields: [String] {
      fieldBytes.map {
        String(decoding: $0.name, as: UTF8.self) + "=" + String(decoding: $0.value, as: UTF8.self)
      }
    }
    var bodyText: String { String(decoding: body, as: UTF8.self) }
    /// `method path query content`.
    var summary: String { "\(method) \(path) \(query ?? "-") \(bodyText)" }
  }

  struct Field: Equatable {
    var name: [UInt8]
    var value: [UInt8]
  }

  var requests: [Request] = []
  var status: Int?
  var code: String?

  /// Parses pieces as a connection would; status and code are those of the first failure.
  init(_ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()) {
    var parser = HTTPRequestParser(limits: limits)
    var body: [UInt8] = []
    for piece in pieces {
      let input = Array(piece)
      var position = 0
      scan: while true {
        switch parser.next(input.span, &position) {
        case .needsInput: break scan
        case .head: break
        case .body(let range): body += input[range]
        case .end:
          requests.append(Request(parser.head, body))
          body = []
          parser.startNext()
        case .failed(let error):
          // Further input is offered nevertheless: the parser must not take it.
          status = status ?? error.status.code
          code = code ?? error.code.rawValue
          break scan
        }
      }
    }
  }

  init(_ text: String, limits: HTTPLimits = HTTPLimits()) {
    self.init([Array(text.utf8)[...]], limits: limits)
  }

  /// Returns the results of the stream split in two at every position, then byte by byte.
  static func atEverySplit(
    _ text: String, limits: HTTPLimits = HTTPLimits()
  ) -> [ParsedStream] {
    let bytes = Array(text.utf8)
    var results = (0...bytes.count).map {
      ParsedStream([bytes[..<$0], bytes[$0...]], limits: limits)
    }
    results.append(ParsedStream(bytes.indices.map { bytes[$0...$0] }, limits: limits))
    return results
  }
}

extension ParsedStream.Request {
  init(_ head: HTTPRequestHead, _ body: [UInt8]) {
    let fields = head.fields
    method = head.method.rawValue
    target = fields.text(head.target)
    path = fields.text(head.path)
    query = head.query.map(fields.text)
    let request = HTTPRequest(storage: HTTPRequest.Storage())
    request.storage.head = head
    authority = request.authority
    segments = try? request.pathSegments()
    queryItems = try? request.queryItems()
    fieldBytes = fields.entries.map {
      ParsedStream.Field(
        name: Array(fields.bytes[$0.name.range]), value: Array(fields.bytes[$0.value.range]))
    }
    self.body = body
    keepsAlive = head.keepsAlive
    expectsContinue = head.expectsContinue
    isHTTP10 = head.version == .http10
  }
}
