import CDispatch
import Glibc

#if BACKSTACK_TSAN || BACKSTACK_ASAN
  /// Whether this is a build for a sanitizer, which puts more on the stack.
  package let isSanitized = true
#else
  /// Whether this is a build for a sanitizer, which puts more on the stack.
  package let isSanitized = false
#endif

/// Runs a closure on a thread with a stack of some kilobytes, and waits for it; too small a stack ends
/// the process.
///
/// For sanitizers it is eight times as large: they make frames big.
package func onSmallThread(kilobytes: Int, _ body: @escaping @Sendable () -> Void) {
  final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, kilobytes << (isSanitized ? 13 : 10))
  // More than any frame of a test: what is too large must not land in another thread's stack unseen.
  pthread_attr_setguardsize(&attributes, 32 << 20)
  var thread = pthread_t()
  pthread_create(
    &thread, &attributes,
    { job in
      // Sound: retained for this thread below.
      if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(Job(body)).toOpaque())
  pthread_join(thread, nil)
}
