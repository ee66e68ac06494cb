import BackstackPlatform
import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("The schedule of sessions that expire")
struct ScheduleTests {
  @Test("Sessions expire in the order of their deadlines, whatever the order of creation")
  func schedule() {
    var generator = SeededGenerator(seed: 1)
    func id() -> SessionID { SessionID(using: &generator) }
    let instants = (0..<1000).map { MonotonicInstant(nanoseconds: ($0 * 7919) % 1009) }
    var schedule = Schedule(instants.prefix(500).map { Scheduled(instant: $0, id: id()) })
    for instant in instants.dropFirst(500) {
      schedule.insert(Scheduled(instant: instant, id: id()))
    }
    #expect(schedule.popFirst(until: MonotonicInstant(nanoseconds: -1)) == nil)
    var taken: [MonotonicInstant] = []
    while let item = schedule.popFirst(until: MonotonicInstant(nanoseconds: 600)) {
      taken.append(item.instant)
    }
    #expect(taken == instants.filter { $0.nanoseconds <= 600 }.sorted())
    #expect(schedule.count == 1000 - taken.count)
  }
}
