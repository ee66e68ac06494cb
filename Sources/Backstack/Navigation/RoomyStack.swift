import BackstackDependencies
import Glibc

/// Runs a closure on a stack of at least a given size, and waits for it. This takes a new thread;
/// if none can be created, the closure runs on the current one.
///
/// The closure has access to the dependencies of the current step, but not to its task.
func withRoomyStack<Result>(of size: Int, _ body: () -> Result) -> Result {
  var result: Result?
  // Sound: this thread retains the frame, and waits.
  let frame = DependencyFrame.running
  func run() {
    let outer = frame.flatMap { $0._withUnsafeGuaranteedRef { $0.begin() } }
    result = body()
    if frame != nil { DependencyFrame.end(outer) }
  }
  withoutActuallyEscaping(run) { run in
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let job = Unmanaged.passRetained(Job(run))
    guard
      pthread_attr_setstacksize(&attributes, size) == 0,
      pthread_create(&thread, &attributes, runJob, job.toOpaque()) == 0
    else { return job.takeRetainedValue().body() }
    pthread_join(thread, nil)
  }
  guard let result else { preconditionFailure("A job ended without a result.") }
  return result
}

private final class Job {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}

private func runJob(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  // Sound: retained for this thread alone, and its creator waits for it.
  if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
  return nil
}
