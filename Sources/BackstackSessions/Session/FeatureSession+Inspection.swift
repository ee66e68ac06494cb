import Backstack
import BackstackCasePaths
import FoundationEssentials

/// The details of a session for operators.
extension FeatureSession {
  func outline() -> SessionOutline {
    let readers = readEvents.reduce(0) { $0 + $1.readerCount }
    return withLock { session in
      let location = context.runtime.feature.paths.location(of: nil)
      let stack = store.withState { location?.stack(in: $0) }
      let top = (stack as? any BidirectionalCollection)?.last.flatMap { screen -> String? in
        guard Mirror(reflecting: screen).displayStyle == .enum else { return nil }
        return caseName(of: screen)
      }
      return SessionOutline(
        version: session.version, effects: session.monitor.effectCount,
        depth: stack?.ids.count, top: top, readers: readers,
        size: session.monitor.encoder.size)
    }
  }

  func effectsInFlight() -> SessionEffects {
    withLock { session in
      let latest = session.version
      // Each action leads to a version, but those of an activation belong to one.
      let offset = latest - store.actionCount
      let effects = store.effectsInFlight.map { effect in
        SessionEffect(
          name: effect.name, source: effect.source, cancelIDs: effect.cancelIDs,
          startedAt: Date(timeIntervalSince1970: effect.time),
          version: max(session.monitor.firstVersion, offset + effect.cause),
          dismissal: effect.dismissal.flatMap { try? WireCoding.encode($0) },
          elementIDs: effect.elementIDs, sleep: effect.sleep.map(Self.interval))
      }
      return SessionEffects(all: effects, version: latest, date: context.runtime.now())
    }
  }

  /// The last second that dates with a year of four digits have.
  private static var lastDate: Double { 253_402_300_799 }

  private static func interval(of sleep: EffectSleep) -> DateInterval {
    // A feature may sleep until a deadline that has passed, or that no date has.
    let end = min(max(sleep.begin, sleep.end), max(sleep.begin, lastDate))
    return DateInterval(
      start: Date(timeIntervalSince1970: sleep.begin), end: Date(timeIntervalSince1970: end))
  }
}
