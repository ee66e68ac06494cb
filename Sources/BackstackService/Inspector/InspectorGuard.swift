import BackstackHTTP
import Dispatch
import Synchronization

/// Lets only the inspector's own pages, with the key, reach its interface.
///
/// A web page of another site can make a browser send requests to this machine: to its address,
/// which the origin reveals, or to a host name that leads to it, which the host reveals.
struct InspectorGuard: HTTPMiddleware {
  private let key: APIKey?
  private let hosts: AllowedHosts
  private let threads = InspectorThreads()

  init(_ configuration: InspectorConfiguration) {
    key = APIKey(name: "inspector", secret: configuration.key)
    hosts = AllowedHosts(configuration.hosts + ["localhost"])
  }

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    guard request.path == "/inspector" || request.path.hasPrefix("/inspector/") else {
      return next.respond(to: request, responder)
    }
    let host = request.authority ?? ""
    guard Self.isAddress(host) || hosts.isAllowed(host) else {
      return responder.fail(AllowedHosts.refusal)
    }
    guard request.path.hasPrefix(InspectorRoutes.api) else {
      return next.respond(to: request, responder)
    }
    if let origin = request.foreignOrigin {
      return responder.respond(
        Problem(.foreignPage, "Pages of \(origin) may not use the inspector.").response)
    }
    let credentials = request.fields[.authorization]
    let token = credentials.flatMap(Admission.token)
    guard let key, let token, key.matches(Array(token.utf8)) else {
      return responder.respond(Problem.noInspectorKey.response)
    }
    let below = responder.intercepting(errorResponse: BackstackServer.problemResponse) {
      $0.withFields(below: InspectorRoutes.folder)
    }
    let isTaken = threads.take { next.respond(to: request, below) }
    if !isTaken {
      responder.respond(
        Problem(
          .tooManyAtOnce, "\(InspectorThreads.count) requests wait for sessions that are busy."
        ).response)
    }
  }

  /// Returns whether a host is an IP address, with or without a port.
  private static func isAddress(_ host: String) -> Bool {
    let address = /(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/
    return host.wholeMatch(of: address) != nil
  }
}

/// The threads of the inspector: a session whose reducer does not return makes requests to it wait,
/// but neither probes nor metrics.
private final class InspectorThreads: Sendable {
  /// The maximum number of requests at a time.
  static let count = 16

  private let queue = DispatchQueue(label: "backstack.inspector", attributes: .concurrent)
  private let running = Atomic(0)

  /// Runs a closure on a thread.
  ///
  /// - Returns: `false`, without running it, if too many closures are running.
  func take(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard running.wrappingAdd(1, ordering: .relaxed).newValue <= Self.count else {
      running.wrappingSubtract(1, ordering: .relaxed)
      return false
    }
    queue.async { [self] in
      work()
      running.wrappingSubtract(1, ordering: .relaxed)
    }
    return true
  }
}

extension Problem {
  fileprivate static var noInspectorKey: Problem {
    var problem = Problem(
      .unauthorized,
      "Send the inspector's key, which the server has printed: Authorization: Bearer …")
    problem.fields.set(.wwwAuthenticate, #"Bearer realm="inspector""#)
    return problem
  }
}

extension HTTPRequest {
  /// The origin of the page that sends the request, unless the page is of the host that the request
  /// is for.
  var foreignOrigin: String? {
    guard let origin = fields[.origin] else { return nil }
    let host = authority ?? ""
    return ["http://\(host)", "https://\(host)"].contains(origin) ? nil : origin
  }
}
