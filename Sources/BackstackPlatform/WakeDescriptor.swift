import BackstackLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A descriptor that is readable once a thread has rung, with which other threads wake one that
/// waits for descriptors.
package final class WakeDescriptor: Sendable {
  package let descriptor: Int32

  /// - Throws: `SystemError` when the process can't open another descriptor.
  package init() throws(SystemError) {
    descriptor = backstack_eventfd()
    guard descriptor >= 0 else { throw .last }
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable.
  package func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// Makes the descriptor unreadable, until the next ``ring()``.
  package func silence() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }
}
