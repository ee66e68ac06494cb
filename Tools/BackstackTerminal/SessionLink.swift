package import BackstackCoding
import BackstackPlatform
import BackstackScreenText
import Dispatch

/// The connection with one session: follows it with long polling, and sends it actions one after the
/// other, each with a key, so that none takes effect twice.
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
  /// The path of the followed screen below that of the session.
  private let view: String
  private let isOver = Guarded(false)
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
    // What a proxy has before the paths of the server.
    let base = String(
      path.prefix(upTo: path.firstRange(of: "/sessions/")?.lowerBound ?? path.endIndex)
    )
    .replacing(/(\/app)?\/*$/, with: "")
    if path.dropFirst(base.count).hasPrefix("/sessions/") {
      self.path = path.replacing(/\/(screen)?$/, with: "")
    } else {
      let name = if let feature { feature } else { try Self.onlyFeature(of: client, base) }
      var creation: JSONLiteral = ["feature": .string(name)]
      if let link { creation["link"] = .string(link) }
      let response = try Self.send(
        client, "POST", base + "/sessions", content: creation, fields: [Self.keyField()])
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
    let host = match.1 == "localhost" ? "127.0.0.1" : match.1.filter { !"[]".contains($0) }
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

  /// Returns a field with a key; with a new one if HTTP does not allow the key.
  private static func keyField(_ key: String? = nil) -> String {
    if let key, key.utf8.count < 256,
      key.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C })
    {
      return "Idempotency-Key: \"\(key)\""
    }
    return "Idempotency-Key: \"\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))\""
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
      func fail(_ reason: String) {
        tell(.message(reason))
        isTold = true
      }
      while !isOver.withLock({ $0 }) {
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
            Self.wait(response.retryAfter ?? 1)
          }
        } catch {
          fail(error.description)
          Self.wait(1)
        }
      }
    }
  }

  /// Stops following the session, and sending.
  package func close() { isOver.withLock { $0 = true } }

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
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { tell(.end(reason: response.json?["reason"]?.text)) }
    return true
  }
}
