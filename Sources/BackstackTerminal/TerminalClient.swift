import BackstackCoding
import BackstackPlatform
import Dispatch
import Synchronization

/// Plays a session in a terminal.
package struct TerminalClient {
  private let client: HTTPClient
  private let path: String
  private let description: JSONLiteral
  private let snapshot: JSONLiteral
  /// Actions are sent one after the other.
  private let sending = DispatchQueue(label: "backstack.send")
  private let following = DispatchQueue(label: "backstack.follow")

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - url: The URL of a server, or of one of its sessions.
  ///   - feature: The feature of a new session; the server's only one by default.
  ///   - link: Where a new session begins.
  ///   - key: The API key.
  /// - Throws: ``TerminalError``.
  package init(
    url: String, feature: String?, link: String?, key: String?
  ) throws(TerminalError) {
    let (client, path) = try Self.client(url, key: key)
    self.client = client
    var snapshot: JSONLiteral
    if path.hasPrefix("/sessions/") {
      snapshot = try Self.success(client.send("GET", path))
      self.path = path
    } else {
      let name = if let feature { feature } else { try Self.onlyFeature(of: client) }
      var creation: JSONLiteral = ["feature": .string(name)]
      if let link { creation["link"] = .string(link) }
      let response = try client.send("POST", "/sessions", creation)
      snapshot = try Self.success(response)
      self.path = response.location ?? "/sessions/\(snapshot["id"]?.text ?? "")"
    }
    let name = snapshot["feature"]?.text ?? ""
    description = try Self.success(client.send("GET", "/features/\(name)"))
    self.snapshot = snapshot
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

  private static func onlyFeature(of client: HTTPClient) throws(TerminalError) -> String {
    let features = try success(client.send("GET", "/features"))["features"]?.elements ?? []
    let names = features.compactMap { $0["name"]?.text }
    guard names.count == 1 else {
      throw TerminalError("Choose one with --feature: \(names.joined(separator: ", ")).")
    }
    return names[0]
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

  // MARK: Playing

  /// What other threads have received, for the one that draws.
  private final class Inbox: Sendable {
    enum Item {
      case snapshot(JSONLiteral)
      case message(String)
      case end(String)
    }

    private let items = Mutex<[Item]>([])
    private let sockets: (Int32, Int32)

    /// A descriptor that can be read while there may be items.
    var signal: Int32 { sockets.0 }

    init() throws(TerminalError) {
      do throws(SystemError) {
        sockets = try StreamSocket.pair()
      } catch {
        throw TerminalError(error.reason)
      }
    }

    deinit {
      FileDescriptor.close(sockets.0)
      FileDescriptor.close(sockets.1)
    }

    func put(_ item: Item) {
      items.withLock { $0.append(item) }
      _ = FileDescriptor.write([0], to: sockets.1)
    }

    func take() -> [Item] {
      items.withLock { items in
        defer { items = [] }
        return items
      }
    }
  }

  /// Plays until the person quits, or the session has ended.
  ///
  /// - Throws: ``TerminalError`` if there is no terminal.
  package func play() throws(TerminalError) {
    guard let device = TerminalDevice() else {
      throw TerminalError("play needs a terminal.")
    }
    let inbox = try Inbox()
    var screen = TerminalScreen(description: description)
    screen.show(snapshot)
    // The other screen of the terminal, without a cursor; the first one is as it was afterwards.
    Self.write("\u{1B}[?1049h\u{1B}[?25l")
    defer {
      Self.write("\u{1B}[?25h\u{1B}[?1049l")
      device.restore()
    }
    follow(inbox)
    while true {
      let (width, height) = device.size
      let lines = screen.lines(width: width, height: height)
      Self.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
      guard let keys = TerminalDevice.keys(orUntilReadable: inbox.signal, milliseconds: 1000) else {
        return
      }
      for item in inbox.take() {
        switch item {
        case .snapshot(let snapshot): screen.show(snapshot)
        case .message(let text): screen.tell(text)
        case .end(let text):
          Self.write("\u{1B}[?25h\u{1B}[?1049l\(text)\r\n\u{1B}[?1049h")
          return
        }
      }
      if keys.isEmpty { continue }
      for command in screen.press(keys) {
        switch command {
        case .quit: return
        case .send(let action): send(action, inbox)
        }
      }
    }
  }

  /// Waits a second before the server is asked again.
  private static func pause() {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1)
  }

  private static func write(_ text: String) {
    _ = FileDescriptor.write(Array(text.utf8), to: FileDescriptor.standardOutput)
  }

  /// Sends an action on another thread.
  private func send(_ action: JSONLiteral, _ inbox: Inbox) {
    sending.async { [client, path] in
      do throws(TerminalError) {
        let response = try client.send("POST", path + "/actions", action)
        if (200..<300).contains(response.status), let json = response.json {
          inbox.put(.snapshot(json))
        } else {
          inbox.put(.message(Self.problem(response)))
        }
      } catch {
        inbox.put(.message(error.description))
      }
    }
  }

  /// Waits for other versions on another thread, for as long as the process runs.
  private func follow(_ inbox: Inbox) {
    following.async { [client, path] in
      var tag = ""
      while true {
        do throws(TerminalError) {
          let response = try client.send(
            "GET", path + "?wait=20", fields: tag.isEmpty ? [] : ["If-None-Match: \(tag)"],
            timeoutSeconds: 30)
          switch response.status {
          case 200:
            tag = response.tag ?? ""
            if let json = response.json { inbox.put(.snapshot(json)) }
          case 304: break
          case 404, 410: return inbox.put(.end("The session has ended."))
          default:
            inbox.put(.message(Self.problem(response)))
            Self.pause()
          }
        } catch {
          inbox.put(.message(error.description))
          Self.pause()
        }
      }
    }
  }
}
