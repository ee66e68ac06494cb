/// A value that is made when it is first requested.
package final class Kept<Value: Sendable>: Sendable {
  private let known = Guarded<Value?>(nil)

  package init() {}

  /// Returns the value. Threads that come first at once may each make it, and then get the same one.
  package func value(_ make: () -> Value) -> Value {
    if let value = known.withLock({ $0 }) { return value }
    let made = make()
    return known.withLock { known in
      let value = known ?? made
      known = value
      return value
    }
  }
}
