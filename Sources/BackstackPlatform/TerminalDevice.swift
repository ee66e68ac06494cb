#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal at standard input and output.
package struct TerminalDevice {
  private let settings: termios

  /// Whether standard input and output are one.
  package static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Lets the program read each key as it is pressed, unseen.
  package init() {
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    self.settings = settings
    // Ctrl-C is a key, too: as a signal, it would leave the terminal as it is.
    cfmakeraw(&settings)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  /// Makes the terminal as it was.
  package func restore() {
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  /// The size in characters; 80 by 24 if the terminal does not tell it.
  package var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Waits until a key was pressed or another descriptor can be read, and returns the bytes of the
  /// keys; empty for none, `nil` at the end of the input.
  package static func keys(orUntilReadable other: Int32, milliseconds: Int32) -> [UInt8]? {
    var polled = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, 2, milliseconds) > 0 else { return [] }
    if polled[1].revents != 0 {
      var drained = [UInt8](repeating: 0, count: 64)
      _ = recv(other, &drained, drained.count, Int32(MSG_DONTWAIT))
    }
    guard polled[0].revents != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
