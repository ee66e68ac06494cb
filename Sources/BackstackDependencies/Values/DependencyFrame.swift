import Glibc

/// The dependencies of a synchronous step that runs on the current thread.
///
/// A store's step never suspends, so its dependencies live in a thread-local pointer: entering a
/// child costs a field assignment, where a task-local would cost a binding per level. A task that
/// a step creates does not inherit the frame, which could be gone before the task runs; effects
/// capture a copy of the values instead.
package final class DependencyFrame {
  // Belongs to the thread that runs the step; no access lasts.
  @exclusivity(unchecked) private var base: DependencyValues
  /// Where the step has come to. Not kept alive by the frame: entering a feature and leaving it again
  /// must cost less than what a small reducer does.
  @exclusivity(unchecked) package private(set) var place: Unmanaged<AnyObject>?

  /// Goes to another place, which the caller keeps for as long as the step is there.
  package func move(to place: Unmanaged<AnyObject>) { self.place = place }

  /// - Parameter values: Their place is where the step begins, to be kept alive by the caller.
  package init(values: DependencyValues) {
    base = values
    place = values.place.map { Unmanaged.passUnretained($0) }
  }

  /// The values in force where the step has come to.
  package var values: DependencyValues {
    get {
      var values = base
      // Sound: a store keeps all places of a step until its end. They are Sendable, which nothing
      // shows at run time.
      values.place = place.map {
        unsafeBitCast($0.takeUnretainedValue(), to: (any AnyObject & Sendable).self)
      }
      return values
    }
    set { base = newValue }
  }

  /// Whether values are for where the step has come to, or for no place in particular.
  func isPlace(of values: DependencyValues) -> Bool {
    guard let other = values.place else { return true }
    return place?.toOpaque() == Unmanaged.passUnretained(other as AnyObject).toOpaque()
  }

  /// The frame of the step that is running on this thread, if any.
  package static var current: DependencyFrame? {
    // Sound: `perform` keeps the frame alive for as long as the pointer is set.
    running?.takeUnretainedValue()
  }

  /// The same without keeping it: good until the step that asks has ended.
  package static var running: Unmanaged<DependencyFrame>? {
    pthread_getspecific(key).map { Unmanaged.fromOpaque($0) }
  }

  /// The frame that is running on this thread and where its step has come to, if it is anywhere.
  // Here, where the compiler knows that the access to the place needs no check.
  package static var runningPlace: (frame: Unmanaged<DependencyFrame>, place: Unmanaged<AnyObject>)?
  {
    guard let frame = running, let place = frame._withUnsafeGuaranteedRef({ $0.place }) else {
      return nil
    }
    return (frame, place)
  }

  /// A dependency by what is not to be copied out: the values as a whole.
  package func withValues<Result>(_ body: (DependencyValues) -> Result) -> Result { body(base) }

  /// Makes this the frame of the current thread until ``end(_:)``, which its owner keeps meanwhile.
  ///
  /// - Returns: The frame around it, if there is one.
  package func begin() -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    return outer
  }

  /// Brings back the frame that ``begin()`` returned.
  package static func end(_ outer: UnsafeMutableRawPointer?) { pthread_setspecific(key, outer) }

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
  package static func withoutCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, nil)
    defer { pthread_setspecific(key, outer) }
    return try body()
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
