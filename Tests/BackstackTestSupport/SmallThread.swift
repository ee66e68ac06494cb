import CDispatch
import Glibc

#if BACKSTACK_TSAN || BACKSTACK_ASAN
  /// Whether this is a sanitizer build, which needs larger stacks.
  package let isSanitized = true
#else
  /// Whether this is a sanitizer build, which needs larger stacks.
  package let isSanitized = false
#endif

/// Runs a closure on a thread with a stack of the given size, and waits for it. A stack that is too
/// small crashes the process.
///
/// In sanitizer builds the stack is eight times as large, because their frames are larger.
package func onSmallThread(kilobytes: Int, _ body: @escaping @Sendable () -> Void) {
  final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, kilobytes << (isSanitized ? 13 : 10))
  // Larger than any frame of a test, so that an overflow cannot skip the guard pages and silently
  // write to another thread's stack.
  pthread_attr_setguardsize(&attributes, 32 << 20)
  var thread = pthread_t()
  pthread_create(
    &thread, &attributes,
    { job in
      // Sound: `passRetained` below retained the job for this thread, which takes it exactly once.
      if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(Job(body)).toOpaque())
  pthread_join(thread, nil)
}
