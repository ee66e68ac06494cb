import BackstackTestSupport
import Testing

@testable import BackstackPlatform

@Suite("Delayed wake-ups")
struct WakesTests {
  /// Counts its wake-ups.
  private final class Sleeper: Wakeable {
    private let guarded = Guarded(0)

    var count: Int { guarded.withLock { $0 } }

    func wake() { guarded.withLock { $0 += 1 } }
  }

  private struct Refusal: Error {}

  @Test("Outside of a piece of work, a wake-up happens at once")
  func alone() {
    let sleeper = Sleeper()
    Wakes.wake(sleeper)
    #expect(sleeper.count == 1)
    Wakes.coalesce {}
    Wakes.wake(sleeper)
    #expect(sleeper.count == 2)
  }

  @Test("A piece of work wakes each sleeper once, at its end")
  func once() {
    let sleepers = [Sleeper(), Sleeper()]
    let result = Wakes.coalesce {
      for _ in 0..<3 {
        for sleeper in sleepers { Wakes.wake(sleeper) }
      }
      #expect(sleepers.map(\.count) == [0, 0])
      return "done"
    }
    #expect(result == "done")
    #expect(sleepers.map(\.count) == [1, 1])
    Wakes.coalesce { Wakes.wake(sleepers[0]) }
    #expect(sleepers.map(\.count) == [2, 1])
  }

  @Test("The wake-ups of nested work happen at the end of the outer work")
  func nested() {
    let sleeper = Sleeper()
    Wakes.coalesce {
      Wakes.coalesce { Wakes.wake(sleeper) }
      #expect(sleeper.count == 0)
      Wakes.wake(sleeper)
      #expect(sleeper.count == 0)
    }
    #expect(sleeper.count == 1)
  }

  @Test("A piece of work that throws still wakes its sleepers")
  func failure() {
    let sleeper = Sleeper()
    #expect(throws: Refusal.self) {
      try Wakes.coalesce { () throws(Refusal) in
        Wakes.wake(sleeper)
        throw Refusal()
      }
    }
    #expect(sleeper.count == 1)
    Wakes.wake(sleeper)
    #expect(sleeper.count == 2)
  }

  @Test("A piece of work does not delay the wake-ups of another thread")
  func otherThread() {
    let sleeper = Sleeper()
    Wakes.coalesce {
      onSmallThread(kilobytes: 64) { Wakes.wake(sleeper) }
      #expect(sleeper.count == 1)
    }
    #expect(sleeper.count == 1)
  }

  @Test("When a wake-up exceeds the limit, all delayed ones happen")
  func limit() {
    let sleepers = (0...PendingWakes.limit).map { _ in Sleeper() }
    Wakes.coalesce {
      for sleeper in sleepers.dropLast() { Wakes.wake(sleeper) }
      #expect(sleepers.allSatisfy { $0.count == 0 })
      Wakes.wake(sleepers[PendingWakes.limit])
      #expect(sleepers.dropLast().allSatisfy { $0.count == 1 })
      #expect(sleepers.last?.count == 0)
    }
    #expect(sleepers.allSatisfy { $0.count == 1 })
  }

  @Test("A thread allocates no pending wake-ups until it needs them, and frees them at its end")
  func endOfThread() {
    struct Found: Sendable {
      // Sound: it is read only after the thread that sets it has ended.
      nonisolated(unsafe) weak var pending: PendingWakes?
      var hadAny = false
      var hasAny = false
    }
    final class Box: Sendable {
      let found = Guarded(Found())
    }
    let (box, sleeper) = (Box(), Sleeper())
    onSmallThread(kilobytes: 64) {
      Wakes.wake(sleeper)
      box.found.withLock { $0.hadAny = PendingWakes.forThread != nil }
      Wakes.coalesce { Wakes.wake(sleeper) }
      box.found.withLock { found in
        found.pending = PendingWakes.forThread
        found.hasAny = found.pending != nil
      }
    }
    #expect(sleeper.count == 2)
    box.found.withLock { found in
      #expect(!found.hadAny)
      #expect(found.hasAny)
      #expect(found.pending == nil)
    }
  }

  @Test("A pending wake-up retains its sleeper until it happens, and no longer")
  func lifetime() {
    weak var last: Sleeper?
    Wakes.coalesce {
      let sleeper = Sleeper()
      last = sleeper
      Wakes.wake(sleeper)
    }
    #expect(last == nil)
  }
}
