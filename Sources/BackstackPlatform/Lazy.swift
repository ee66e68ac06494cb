/// A value that is made when it is first requested.
package final class Lazy<Value: Sendable>: Sendable {
  private let made = Guarded<Value?>(nil)

  package init() {}

  /// Returns the value. Threads that come first at once may each make it, and then get the same one.
  package func value(_ make: () -> Value) -> Value {
    if let value = made.withLock({ $0 }) { return value }
    let new = make()
    return made.withLock { made in
      let value = made ?? new
      made = value
      return value
    }
  }
}
