import Glibc

/// The dependencies of a synchronous step that runs on the current thread.
///
/// A store's step never suspends, so its dependencies live in a thread-local pointer: entering a
/// child costs a field assignment, where a task-local would cost a binding per level. A task that
/// a step creates does not inherit the frame, which could be gone before the task runs; effects
/// capture a copy of the values instead.
package final class DependencyFrame {
  // Belongs to the thread that runs the step; no access lasts.
  @exclusivity(unchecked) package var values: DependencyValues

  package init(values: DependencyValues) { self.values = values }

  /// The frame of the step that is running on this thread, if any.
  package static var current: DependencyFrame? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    // Sound: `perform` keeps the frame alive for as long as the pointer is set.
    return Unmanaged<DependencyFrame>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Runs a step under this frame and brings back the frame around it, if there was one.
  package func perform<Result, Failure: Error>(
    _ step: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer {
      pthread_setspecific(Self.key, outer)
      withExtendedLifetime(self) {}
    }
    return try step()
  }

  /// Runs `body` as if no step were running on this thread.
  package static func withoutCurrent<Result>(_ body: () -> Result) -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, nil)
    defer { pthread_setspecific(key, outer) }
    return body()
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
