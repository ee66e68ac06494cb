import BackstackLinux

/// The process's standard output, which may be closed or have no room.
package enum StandardOutput {
  /// The error of the first write that has failed.
  private static let failure = Guarded<SystemError?>(nil)

  /// Writes a text at once.
  ///
  /// - Throws: ``OutputFailure`` if this write or an earlier one has failed.
  package static func write(_ text: String) throws(OutputFailure) {
    let bytes = Array(text.utf8)
    let count = FileDescriptor.write(bytes, to: FileDescriptor.standardOutput)
    try check(count < bytes.count ? .last : nil)
  }

  /// Writes what `print` has left in its buffer.
  ///
  /// - Throws: ``OutputFailure`` if a write has failed, also one of `print`.
  package static func flush() throws(OutputFailure) {
    let number = backstack_flush_output()
    try check(number == 0 ? nil : SystemError(number))
  }

  private static func check(_ error: SystemError?) throws(OutputFailure) {
    let first = failure.withLock { first in
      first = first ?? error
      return first
    }
    if let first { throw OutputFailure(error: first) }
  }
}

/// The error of standard output that could not be written.
package struct OutputFailure: Error, CustomStringConvertible {
  let error: SystemError

  package var description: String { "The output can't be written: \(error.reason)." }
}
