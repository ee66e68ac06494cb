import BackstackPlatform
import Testing

@testable import BackstackSessions

@Suite("The order of broadcasts")
struct BroadcastTurnsTests {
  private let now = MonotonicInstant(nanoseconds: 0)
  private let ada = SessionID(String(repeating: "a", count: 32))
  private let bob = SessionID(String(repeating: "b", count: 32))
  private var turns = BroadcastTurns<String>()

  private mutating func append(_ text: String, of sender: SessionID?) -> UInt64 {
    let number = turns.newNumber()
    turns.append(text, numbered: number, of: sender, now: now)
    return number
  }

  private mutating func rest(at time: MonotonicInstant) -> [String] {
    var rest: [String] = []
    while let next = turns.next(now: time) { rest.append(next) }
    return rest
  }

  @Test("Senders take turns, each with its broadcasts in order")
  mutating func turnsOfSenders() {
    for number in 1...3 { _ = append("a\(number)", of: ada) }
    _ = append("b1", of: bob)
    _ = append("p1", of: nil)
    _ = append("b2", of: bob)
    #expect(turns.count == 6)
    #expect(rest(at: now) == ["a1", "b1", "p1", "a2", "b2", "a3"])
    #expect(turns.count == 0 && turns.nextStart == nil)
  }

  @Test("A sender that is a second ahead waits, and others pass it")
  mutating func debt() throws {
    for number in 1...3 { _ = append("a\(number)", of: ada) }
    #expect(turns.next(now: now) == "a1")
    turns.charge(1_500_000_000, to: try #require(ada), now: now)
    _ = append("b1", of: bob)
    #expect(rest(at: now) == ["b1"])
    #expect(turns.nextStart == MonotonicInstant(nanoseconds: 500_000_000))
    #expect(rest(at: MonotonicInstant(nanoseconds: 499_999_999)) == [])
    #expect(turns.next(now: MonotonicInstant(nanoseconds: 500_000_000)) == "a2")
    turns.charge(
      1_000_000_000, to: try #require(ada), now: MonotonicInstant(nanoseconds: 500_000_000))
    #expect(turns.nextStart == MonotonicInstant(nanoseconds: 1_500_000_000))
    #expect(rest(at: MonotonicInstant(nanoseconds: 9_000_000_000)) == ["a3"])
  }

  @Test("A sender stays ahead while it has nothing to send, however many others there are")
  mutating func remembered() throws {
    turns.charge(3_000_000_000, to: try #require(ada), now: now)
    for number in 0..<1000 {
      let digits = String(number)
      let sender = SessionID(String(repeating: "0", count: 32 - digits.count) + digits)
      _ = append("x", of: sender)
      #expect(turns.next(now: now) == "x")
    }
    _ = append("a", of: ada)
    #expect(turns.next(now: now) == nil)
    #expect(turns.nextStart == MonotonicInstant(nanoseconds: 2_000_000_000))
  }

  @Test("A waiting broadcast can be removed, once and by its number only")
  mutating func removal() {
    let first = append("a1", of: ada)
    let second = append("a2", of: ada)
    let other = append("b1", of: bob)
    #expect(turns.remove(other, of: ada) == nil)
    #expect(turns.remove(first, of: ada) == "a1")
    #expect(turns.remove(first, of: ada) == nil)
    #expect(turns.remove(other, of: bob) == "b1")
    #expect(turns.count == 1)
    #expect(rest(at: now) == ["a2"])
    #expect(turns.remove(second, of: ada) == nil)
    #expect(turns.count == 0)
  }
}
