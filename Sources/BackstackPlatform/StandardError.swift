/// The process's standard error, written one line at a time.
package enum StandardError {
  /// The lines of logs, which nothing waits for.
  package static let lines = LineOutput(FileDescriptor.standardError)

  /// Writes a line in one call, so that lines of several threads don't mix; blocks as long as that takes. Hidden
  /// characters are escaped, apart from line breaks and tabs.
  package static func write(_ line: String) {
    bytes(of: line).withUnsafeBytes {
      FileDescriptor.writeAtOnce($0, to: FileDescriptor.standardError)
    }
  }

  /// Writes a line like ``write(_:)``, but never waits: of too many for a slow reader, some are dropped.
  ///
  /// - Parameter dropped: Returns a line that says how many were dropped.
  package static func log(
    _ line: String,
    dropped: @escaping @Sendable (Int) -> String = { "\($0) lines were dropped." }
  ) {
    lines.write(bytes(of: line)) { bytes(of: dropped($0)) }
  }

  private static func bytes(of line: String) -> [UInt8] {
    Array((line.escapingHidden(keepsLines: true) + "\n").utf8)
  }

  /// Writes bytes in one call, unless a reader that is blocked leaves no room for them. Safe in a
  /// signal handler.
  ///
  /// - Parameter milliseconds: The maximum time to wait for room.
  package static func write(_ bytes: UnsafeRawBufferPointer, withinMilliseconds milliseconds: Int32)
  {
    if FileDescriptor.waitUntilWritable(FileDescriptor.standardError, milliseconds: milliseconds) {
      FileDescriptor.writeAtOnce(bytes, to: FileDescriptor.standardError)
    }
  }
}
