import Testing

@testable import BackstackSessions

@Suite("Work that uses a processor for too long")
struct WorkWatchTests {
  private var watch = WorkWatch(limit: 100)

  /// Returns the threads that exceed the limit, of those with these marks, if all have used as much.
  private mutating func exceeding(_ marks: [Int], used: Int64?) -> [UInt] {
    let threads = marks.enumerated().map { BusyThread(number: UInt($0), mark: $1) }
    return watch.exceeding(threads) { _ in used }
  }

  @Test("A thread exceeds the limit with one piece of work, not with many")
  mutating func oneWork() {
    let other = BusyThread.change
    #expect(exceeding([1, 1], used: 1000) == [])
    #expect(exceeding([1, other + 1], used: 1099) == [])
    #expect(exceeding([1, other + 1], used: 1100) == [0])
    #expect(exceeding([other + 1, other + 1], used: 1199) == [1])
  }

  @Test("A thread that works on no session, or uses no processor, exceeds nothing")
  mutating func noWork() {
    #expect(exceeding([0, 1, 1 + BusyThread.change], used: nil) == [])
    #expect(exceeding([BusyThread.change, 1], used: 0) == [])
    #expect(exceeding([BusyThread.change, 1], used: 99) == [])
    #expect(exceeding([BusyThread.change], used: 200) == [])
    #expect(exceeding([BusyThread.change, 1], used: 200) == [])
  }
}
