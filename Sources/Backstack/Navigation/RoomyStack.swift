import BackstackDependencies
import BackstackPlatform

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
  do throws(SystemError) {
    try PlatformThread.run(stackSize: size, run)
  } catch {
    run()
  }
  guard let result else { preconditionFailure("A job ended without a result.") }
  return result
}
