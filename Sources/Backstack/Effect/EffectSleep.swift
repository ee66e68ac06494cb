import BackstackDependencies
import BackstackPlatform

/// A sleep of an effect, in the ``StoreMonitor/time``.
package struct EffectSleep: Hashable, Sendable {
  package let begin: Double
  package let end: Double
}

/// The sleeps of a store's effects on clocks of their dependencies.
struct EffectSleeps: Sendable {
  private var sleeps: [Int: (effect: ObjectIdentifier, sleep: EffectSleep)] = [:]
  private var lastID = 0

  /// Adds a sleep of an effect, and returns its id.
  mutating func add(_ sleep: EffectSleep, of effect: LiveEffect) -> Int {
    lastID += 1
    sleeps[lastID] = (ObjectIdentifier(effect), sleep)
    return lastID
  }

  mutating func remove(_ id: Int) { sleeps[id] = nil }

  /// The sleep that ends first, for each effect that sleeps.
  var earliest: [ObjectIdentifier: EffectSleep] {
    sleeps.values.reduce(into: [:]) { earliest, one in
      if let other = earliest[one.effect], other.end <= one.sleep.end { return }
      earliest[one.effect] = one.sleep
    }
  }
}

extension LiveEffect: SleepObserver {
  func willSleep(for duration: Duration) -> Int {
    let begin = node.tree.engine?.time ?? 0
    let sleep = EffectSleep(begin: begin, end: begin + duration / .seconds(1))
    return node.tree.sleeps.withLock { $0.add(sleep, of: self) }
  }

  func didSleep(_ id: Int) { node.tree.sleeps.withLock { $0.remove(id) } }
}
