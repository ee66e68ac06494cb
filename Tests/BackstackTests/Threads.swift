import Glibc

#if BACKSTACK_TSAN || BACKSTACK_ASAN
  /// How much larger stacks are than a test says: sanitizers make frames big. Still less than a
  /// chain's states.
  private let stackFactor = 8
#else
  private let stackFactor = 1
#endif

/// Runs a closure on a thread with a stack of some size, which ends the process if it is too small.
func onThread(stackSize: Int, _ body: @escaping @Sendable () -> Void) {
  final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackSize * stackFactor)
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
