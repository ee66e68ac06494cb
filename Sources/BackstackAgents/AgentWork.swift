import BackstackHTTP
import BackstackService

/// The steps to the result of a request: a value without I/O, which is told what the service has
/// responded, and returns the next step.
protocol AgentWork: Sendable {
  /// The session, if the work can begin with a screen of it that may have changed since, or that the client may
  /// not see.
  var screen: String? { get }

  /// Returns the next step.
  ///
  /// - Parameter reply: The service's response to the request of the step before; at first, the known
  ///   ``screen``, or `nil`.
  mutating func next(after reply: ServiceReply?) -> AgentStep
}

extension AgentWork {
  var screen: String? { nil }
}

/// A step to a result.
enum AgentStep: Sendable {
  /// To send a request to the service, and to go on with its response.
  case ask(ServiceRequest)
  case finish(RPCResult)
  case fail(RPCError)
}

/// A request to the service, in the name of the client.
struct ServiceRequest: Sendable, Hashable {
  var method = HTTPMethod.get
  let path: String
  var fields: [Field] = []
  var content: [UInt8] = []
  /// The session, if the request only reads its present screen.
  var screen: String?
  /// Whether a successful response has a screen that the next step reads.
  var wantsScreen = false

  struct Field: Sendable, Hashable {
    let name: HTTPFieldName
    let value: String
  }

  mutating func add(_ name: HTTPFieldName, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Asks for a screen in the response.
  ///
  /// - Parameter changes: Whether to ask for the changes of the state, too.
  mutating func wantScreen(with changes: Bool = false) {
    wantsScreen = true
    add(.accept, "application/vnd.backstack.screen+json")
    if changes { add(.changes, "1") }
  }

  /// Returns a request with JSON content.
  static func post(_ path: String, json: String) -> Self {
    var request = Self(method: .post, path: path, content: Array(json.utf8))
    request.add(.contentType, "application/json")
    return request
  }
}

/// The response of the service.
struct ServiceReply: Sendable {
  let status: Int
  /// The version of the session, from `ETag`.
  let version: Int?
  /// The version that the request led to when it came before, if the content is that of a later one.
  var made: Int?
  /// The id of the session that the request has created, if it has.
  var created: String?
  let content: [UInt8]
  /// The screen in the response, if it is parsed already.
  var known: ScreenReading?

  var isSuccess: Bool { (200..<300).contains(status) }
}

extension ServiceReply {
  init(_ response: HTTPResponse) {
    self.init(
      status: response.status.code,
      version: response.fields[.eTag].flatMap { Int($0.dropFirst().dropLast()) },
      made: response.fields[.processedVersion].flatMap { Int($0.dropFirst().dropLast()) },
      created: response.fields[.location]?.split(separator: "/").last.map(String.init),
      content: response.body.bytes)
  }

  /// Creates a response with a known screen.
  init(_ screen: ScreenReading) {
    self.init(status: 200, version: screen.version, content: [], known: screen)
  }
}
