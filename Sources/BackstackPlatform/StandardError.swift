/// The process's standard error, written one line at a time.
package enum StandardError {
  /// Writes a line in one call, so that lines of several threads don't mix. Hidden characters are
  /// escaped, apart from line breaks and tabs.
  package static func write(_ line: String) {
    let bytes = Array((line.escapingHidden(keepsLines: true) + "\n").utf8)
    bytes.withUnsafeBytes { FileDescriptor.writeAtOnce($0, to: FileDescriptor.standardError) }
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
