import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import FoundationEssentials
import Synchronization

/// Plays a session in a terminal.
package struct TerminalClient {
  private let link: SessionLink
  private let invocation: String

  /// - Parameter invocation: What a person types before the session's URL to come back.
  package init(_ link: SessionLink, comingBackWith invocation: String) {
    self.link = link
    self.invocation = invocation
  }

  /// An item for the thread that draws.
  private enum Item: Sendable {
    case news(SessionLink.News)
    /// A signal that is to end the process.
    case signal(Int32)

    var signal: Int32? { if case .signal(let number) = self { number } else { nil } }
  }

  /// The items that other threads have received, for the thread that draws.
  private final class Inbox: Sendable {
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

  /// Checks that standard input and output are a terminal.
  ///
  /// - Throws: ``TerminalError`` if not.
  package static func requireTerminal() throws(TerminalError) {
    guard TerminalDevice.isThere else { throw TerminalError("play needs a terminal.") }
  }

  /// Plays until the person quits, or the session has ended. A signal that ends the process does so
  /// once the terminal is as it was.
  ///
  /// - Throws: ``TerminalError`` if there is no terminal.
  package func play() throws(TerminalError) {
    let inbox = try Inbox()
    let signals = SignalSource(signals: SystemProcess.endSignals) { inbox.put(.signal($0)) }
    defer { signals.cancel() }
    try Self.requireTerminal()
    let device = TerminalDevice()
    let signal = play(on: device, inbox)
    // One may have come while the last actions were sent.
    if let signal = signal ?? inbox.take().lazy.compactMap(\.signal).first {
      SystemProcess.end(bySignal: signal)
    }
  }

  /// Plays on a terminal, and makes it as it was.
  ///
  /// - Returns: The signal that ends the process, if one has come.
  private func play(on device: TerminalDevice, _ inbox: Inbox) -> Int32? {
    var screen = TerminalScreen()
    var commands = screen.show(link.first)
    // The other screen of the terminal, without a cursor, and with markers around what is pasted; the first one
    // is as it was afterwards.
    Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h")
    var farewell = ""
    defer {
      Self.write("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l" + farewell)
      device.restore()
    }
    link.follow { inbox.put(.news($0)) }
    while true {
      for command in commands {
        switch command {
        case .quit:
          link.finish()
          farewell = goodbye
          return nil
        case .send(let action, let key): link.send(action, key: key) { inbox.put(.news($0)) }
        }
      }
      let (width, height) = device.size
      let lines = screen.lines(width: width, height: height, now: Date())
      Self.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
      guard var keys = TerminalDevice.keys(orUntilReadable: inbox.signal, milliseconds: 1000) else {
        return nil
      }
      // The rest of a key that begins with the escape byte may be on its way.
      if keys.last == 0x1B {
        keys += TerminalDevice.keys(orUntilReadable: -1, milliseconds: 25) ?? []
      }
      commands = []
      for item in inbox.take() {
        switch item {
        case .signal(let number):
          farewell = goodbye
          return number
        case .news(.screen(let document)): commands += screen.show(document)
        case .news(.accepted(let action, let document)):
          commands += screen.accept(action, document)
        case .news(.refused(let action, let reason)): screen.refuse(action, reason)
        case .news(.message(let text)): screen.tell(text)
        case .news(.end):
          farewell = "The session has ended.\r\n"
          return nil
        }
      }
      if !keys.isEmpty { commands += screen.press(keys) }
    }
  }

  /// The last line, by which the person finds the session again.
  private var goodbye: String { "To come back: \(invocation) \(link.arguments)\r\n" }

  private static func write(_ text: String) {
    _ = FileDescriptor.write(Array(text.utf8), to: FileDescriptor.standardOutput)
  }
}
