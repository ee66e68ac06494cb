package import BackstackCoding
import BackstackPlatform
import BackstackScreenText
import Dispatch

/// The connection with one session: follows it by a socket, or with long polling where none opens, and
/// sends it actions one after the other, each with a key, so that none takes effect twice.
package final class SessionLink: Sendable {
  /// A change of the session, or of the connection to it.
  package enum News: Sendable {
    /// The session with its screen, as it is now.
    case screen(JSONLiteral)
    /// The session after an action of this client.
    case accepted(JSONLiteral, JSONLiteral)
    /// Why an action of this client has no effect.
    case refused(JSONLiteral, String)
    /// A message for the person.
    case message(String)
    /// The session has ended, for this reason if the server knows it.
    case end(reason: String?)
  }

  /// The session with its first screen.
  package let first: JSONLiteral
  private let client: HTTPClient
  private let path: String
  /// The prefix that a proxy has before the paths of the server.
  private let base: String
  /// The path of the followed screen below that of the session.
  private let view: String
  private let isOver = Guarded(false)
  private let carrier: SocketCarrier
  private let sending = DispatchQueue(label: "backstack.send")
  private let following = DispatchQueue(label: "backstack.follow")

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - url: The URL of a server, or of one of its sessions.
  ///   - feature: The feature of a new session; the server's only one by default.
  ///   - link: Where a new session begins.
  ///   - key: The API key.
  ///   - view: What is followed of the session; the screen by default.
  /// - Throws: ``TerminalError``.
  package init(
    url: String, feature: String?, link: String?, key: String?, view: String = "/screen"
  ) throws(TerminalError) {
    let (client, path) = try Self.client(url, key: key)
    self.client = client
    self.view = view
    let base = String(
      path.prefix(upTo: path.firstRange(of: "/sessions/")?.lowerBound ?? path.endIndex)
    )
    .replacing(/(\/app)?\/*$/, with: "")
    self.base = base
    if path.dropFirst(base.count).hasPrefix("/sessions/") {
      self.path = path.replacing(/\/(screen)?$/, with: "")
    } else {
      let name = if let feature { feature } else { try Self.onlyFeature(of: client, base) }
      var creation: JSONLiteral = ["feature": .string(name)]
      if let link { creation["link"] = .string(link) }
      let response = try Self.send(
        client, "POST", base + "/sessions", content: creation, fields: [Self.keyField(Self.key())])
      let session = try Self.success(response)
      self.path = response.location ?? "\(base)/sessions/\(session["id"]?.text ?? "")"
    }
    let response = try Self.send(client, "GET", self.path + view)
    let isSession = response.json?["type"]?.text?.hasSuffix("/unknown-session") == true
    if response.status == 404, !isSession {
      throw TerminalError(
        "The server has no screens: it is older than this program. Use the program of its version.")
    }
    first = try Self.success(response)
    carrier = SocketCarrier(first)
  }

  /// The arguments with which `play` continues the session, without the key itself.
  package var arguments: String {
    let host = client.host.contains(":") ? "[\(client.host)]" : client.host
    let url = "http://\(host):\(client.port)\(path)".escapingHidden()
    return client.key == nil ? url : url + " --key KEY"
  }

  private static func client(
    _ url: String, key: String?
  ) throws(TerminalError) -> (HTTPClient, path: String) {
    guard
      let match = url.wholeMatch(
        of: /http:\/\/(\[[0-9A-Fa-f:.]+\]|[^\/:\[\]]+)(?::([0-9]+))?(\/.*)?/)
    else {
      throw TerminalError("\"\(url)\" is not a URL such as http://127.0.0.1:8080. There is no TLS.")
    }
    guard let port = UInt16(match.2 ?? "80") else {
      throw TerminalError("\(match.2 ?? "") is not a port.")
    }
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw TerminalError("\"\(url)\" has a character that no URL has.")
    }
    let host = match.1.filter { !"[]".contains($0) }
    return (HTTPClient(host: String(host), port: port, key: key), String(match.3 ?? "/"))
  }

  private static func onlyFeature(
    of client: HTTPClient, _ base: String
  ) throws(TerminalError) -> String {
    let features = try success(send(client, "GET", base + "/features"))["features"]?.elements ?? []
    let names = features.compactMap { $0["name"]?.text }
    guard names.count == 1 else {
      throw TerminalError("Choose one with --feature: \(names.joined(separator: ", ")).")
    }
    return names[0]
  }

  // MARK: Requests

  /// Sends a request until it has a response that another try would not change.
  ///
  /// - Parameter isOpening: Whether to fail at once if the server can't be reached, instead of trying
  ///   again.
  /// - Throws: ``TerminalError`` if no response comes.
  private static func send(
    _ client: HTTPClient, _ method: String, _ path: String, content: JSONLiteral? = nil,
    fields: [String] = [], isOpening: Bool = true
  ) throws(TerminalError) -> HTTPClient.Response {
    var tries = RequestTries()
    while true {
      let outcome: RequestTries.Outcome
      do throws(TerminalError) {
        outcome = .response(try client.send(method, path, content, fields: fields))
      } catch {
        if isOpening, error.isUnreachable { throw error }
        outcome = .failure(error)
      }
      guard let pause = tries.pause(after: outcome, random: .random(in: 0...1)) else {
        switch outcome {
        case .response(let response): return response
        case .failure(let error): throw error
        }
      }
      wait(pause)
    }
  }

  private static func wait(_ seconds: Double) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + seconds)
  }

  /// Returns a key; a new one if HTTP does not allow it.
  private static func key(_ key: String? = nil) -> String {
    if let key, key.utf8.count < 256,
      key.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C })
    {
      return key
    }
    return "\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))"
  }

  private static func keyField(_ key: String) -> String { "Idempotency-Key: \"\(key)\"" }

  /// Whether a request may have another response when it is sent again.
  private static func mayPass(_ response: HTTPClient.Response) -> Bool {
    RequestTries.mayPass(.response(response))
  }

  /// Returns the content of a response.
  ///
  /// - Throws: ``TerminalError`` with the explanation of a problem.
  private static func success(_ response: HTTPClient.Response) throws(TerminalError) -> JSONLiteral
  {
    guard (200..<300).contains(response.status), let json = response.json else {
      throw TerminalError(problem(response))
    }
    return json
  }

  private static func problem(_ response: HTTPClient.Response) -> String {
    response.json?["detail"]?.text ?? response.json?["title"]?.text
      ?? "The server responded with status \(response.status)."
  }

  // MARK: The session

  /// Sends an action on another thread, after those before it.
  ///
  /// - Parameter key: The key that other clients send it with, too; `nil` for one of its own.
  package func send(
    _ action: JSONLiteral, key: String? = nil, tell: @escaping @Sendable (News) -> Void
  ) {
    sending.async { [self] in
      guard !isOver.withLock({ $0 }) else { return }
      let key = Self.key(key)
      if let (answer, document) = carrier.ask(action, key) {
        if answer["problem"] == nil { return tell(.accepted(action, document)) }
        let response = HTTPClient.Response(answer)
        if !Self.mayPass(response) {
          if !endsSession(response, tell) { tell(.refused(action, Self.problem(response))) }
          return
        }
      }
      var fields = [Self.keyField(key)]
      if !view.isEmpty { fields.append("Accept: application/vnd.backstack.screen+json") }
      do throws(TerminalError) {
        let response = try Self.send(
          client, "POST", path + "/actions", content: action, fields: fields, isOpening: false)
        if (200..<300).contains(response.status), let json = response.json {
          tell(.accepted(action, json))
        } else if !endsSession(response, tell) {
          tell(.refused(action, Self.problem(response)))
        }
      } catch {
        tell(.refused(action, error.description))
      }
    }
  }

  /// Waits for other versions on another thread, until the session ends or ``close()`` is called.
  package func follow(tell: @escaping @Sendable (News) -> Void) {
    following.async { [self] in
      var tag = ""
      var isTold = false
      var isRefused = false
      func fail(_ reason: String) {
        tell(.message(reason))
        isTold = true
      }
      while !isOver.withLock({ $0 }) {
        if !isRefused {
          // The next visit tries a socket again, and so does what follows if polling fails, too.
          isRefused = !followBySocket(tell, &isTold)
          continue
        }
        do throws(TerminalError) {
          let response = try client.send(
            "GET", path + view + "?wait=20", fields: tag.isEmpty ? [] : ["If-None-Match: \(tag)"],
            timeoutSeconds: 30)
          let isAnswered = response.status == 304 || response.status == 200 && response.json != nil
          if isAnswered, isTold {
            // What was wrong is over.
            tell(.message(""))
            isTold = false
          }
          if response.status == 200, let json = response.json {
            tag = response.tag ?? ""
            tell(.screen(json))
          } else if !isAnswered, !endsSession(response, tell) {
            fail(Self.problem(response))
            isRefused = false
            Self.wait(response.retryAfter ?? 1)
          }
        } catch {
          fail(error.description)
          isRefused = false
          Self.wait(1)
        }
      }
    }
  }

  /// Follows the session by a socket until that ends.
  ///
  /// - Returns: Whether a message has come.
  private func followBySocket(_ tell: @Sendable (News) -> Void, _ isTold: inout Bool) -> Bool {
    let document = carrier.document
    guard isOffered, let socket = open(after: document["version"]?.json) else { return false }
    var copy = SocketCopy(document)
    var isOpen = false
    let began = DispatchTime.now()
    defer {
      carrier.close()
      // One that has lasted is opened again at once.
      if isOpen, !isOver.withLock({ $0 }), DispatchTime.now() < began + 5 { Self.wait(1) }
    }
    while !isOver.withLock({ $0 }),
      let message = socket.receive(silences: isOpen ? Self.silences : 1)
    {
      if !isOpen {
        isOpen = true
        carrier.open(socket)
        if isTold { tell(.message("")) }
        isTold = false
      }
      switch copy.take(message) {
      case .nothing: break
      case .changed:
        if let document = copy.document {
          carrier.note(document)
          tell(.screen(document))
        }
      case .answer(let id, let answer): carrier.answer(id, answer)
      case .end(let reason): endSession(reason, tell)
      case .unavailable(let reason):
        tell(.message("The session can't be shown at present: \(reason)."))
        isTold = true
      case .misfit:
        // The next socket begins with a snapshot.
        carrier.forget()
        socket.end()
      }
    }
    return isOpen
  }

  /// How long nothing may come by a socket at first, in seconds, and how many times as long later.
  private static let silence = 5
  private static let silences = 8

  private func open(after version: String?) -> TerminalSocket? {
    let query = [
      view.isEmpty ? nil : "view=\(view.dropFirst())",
      carrier.hasForgotten ? nil : version.map { "version=\($0)" },
    ].compactMap(\.self).joined(separator: "&")
    let path = "\(path)/socket" + (query.isEmpty ? "" : "?\(query)")
    guard case .opened(let socket)? = try? client.openSocket(path, timeoutSeconds: Self.silence)
    else { return nil }
    return socket
  }

  /// Whether the server offers sockets. A proxy may pass on the paths of sessions only.
  private var isOffered: Bool {
    carrier.isOffered {
      guard let response = try? client.send("GET", base + "/") else { return nil }
      return response.json?["socket"] != nil
    }
  }

  /// Stops following the session, and sending.
  package func close() {
    isOver.withLock { $0 = true }
    carrier.end()
  }

  /// Sends the actions that are waiting, for two seconds at most, and stops.
  package func finish() {
    let isSent = DispatchSemaphore(value: 0)
    sending.async { isSent.signal() }
    _ = isSent.wait(timeout: .now() + 2)
    close()
  }

  /// Returns whether a response says that the session has ended, and tells of the end once.
  private func endsSession(_ response: HTTPClient.Response, _ tell: (News) -> Void) -> Bool {
    guard [404, 410].contains(response.status) else { return false }
    endSession(response.json?["reason"]?.text, tell)
    return true
  }

  private func endSession(_ reason: String?, _ tell: (News) -> Void) {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { tell(.end(reason: reason)) }
  }
}
