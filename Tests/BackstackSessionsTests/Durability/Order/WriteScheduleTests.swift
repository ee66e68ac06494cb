import Testing

@testable import BackstackSessions

@Suite("The schedule of a session's writes")
struct WriteScheduleTests {
  @Test("One write at a time contains all changes before it")
  func oneAtATime() {
    var schedule = WriteSchedule()
    #expect(!schedule.isDue && schedule.isIdle)
    schedule.markDirty(for: .effect)
    let began = schedule.begin()
    #expect(began && schedule.inFlight == 1)
    schedule.markDirty(for: .effect)
    schedule.markDirty(for: .effect)
    let again = schedule.begin()
    #expect(!again && !schedule.isIdle)
    schedule.finish()
    #expect(schedule.stored == 1 && schedule.isDue)
    let next = schedule.begin()
    #expect(next && schedule.inFlight == 3)
    schedule.finish()
    #expect(schedule.isIdle && !schedule.isDue)
  }

  @Test("No write begins while a request holds it, or after the schedule is closed")
  func holds() {
    var schedule = WriteSchedule()
    schedule.beginRequest()
    schedule.beginRequest()
    schedule.markDirty(for: .effect)
    #expect(!schedule.isDue)
    schedule.endRequest()
    #expect(!schedule.isDue)
    schedule.endRequest()
    #expect(schedule.isDue)
    schedule.close()
    #expect(!schedule.isDue)
  }

  @Test("A session is not idle while a request may change it, or while it is being created")
  func idle() {
    var schedule = WriteSchedule()
    schedule.beginRequest()
    schedule.beginRequest()
    #expect(!schedule.isIdle)
    schedule.endRequest()
    #expect(!schedule.isIdle)
    schedule.endRequest()
    #expect(schedule.isIdle)
    schedule.pause()
    #expect(!schedule.isIdle)
    schedule.unpause()
    schedule.markNeedsWrite()
    #expect(!schedule.isIdle)
  }

  @Test("Effects that are far ahead of what was captured wait, even if a client waits for them")
  func lead() {
    var schedule = WriteSchedule()
    for _ in 1..<WriteSchedule.maximumLead { schedule.markDirty(for: .effect) }
    #expect(!schedule.holdsEffects(isCrowded: true))
    schedule.markDirty(for: .client)
    #expect(schedule.holdsEffects(isCrowded: false))
    let began = schedule.begin()
    #expect(began && !schedule.holdsEffects(isCrowded: false))
  }

  @Test("A session that only needs a write is written, but nothing waits for it")
  func errands() {
    var schedule = WriteSchedule()
    schedule.markNeedsWrite()
    #expect(schedule.isDue && schedule.stored == schedule.latest)
    _ = schedule.begin()
    schedule.finish()
    #expect(!schedule.isDue)
  }
}
