import BackstackPlatform
import Testing

@Suite("Semaphores whose waits end in time")
struct TimedSemaphoreTests {
  @Test("Each signal ends one wait, and a wait without one ends by itself")
  func counts() {
    let semaphore = TimedSemaphore()
    #expect(!semaphore.wait(atMost: .zero))
    #expect(!semaphore.wait(atMost: .seconds(-1)))
    semaphore.signal()
    semaphore.signal()
    #expect(semaphore.wait(atMost: .zero))
    #expect(semaphore.wait(atMost: .seconds(3600)))
    #expect(!semaphore.wait(atMost: .nanoseconds(1)))
    #expect(!semaphore.wait(atMostSeconds: -.infinity))
    semaphore.signal()
    #expect(semaphore.wait(atMostSeconds: .infinity))
  }

  @Test("A signal of another thread ends a wait, however long it may take")
  func threads() throws {
    let (there, back) = (TimedSemaphore(), TimedSemaphore())
    try PlatformThread.start(name: "signals") {
      for _ in 1...1000 where there.wait(atMost: .nanoseconds(Int64.max)) { back.signal() }
    }
    for _ in 1...1000 {
      there.signal()
      #expect(back.wait(atMost: .seconds(3600)))
    }
  }
}
