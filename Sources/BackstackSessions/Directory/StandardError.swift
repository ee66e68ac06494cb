import Glibc

/// The process's standard error, written one line at a time.
enum StandardError {
  /// Writes a line in one call, so that lines of several threads don't mix.
  static func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
