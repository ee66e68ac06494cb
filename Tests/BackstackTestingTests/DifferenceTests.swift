import Backstack
import BackstackTesting
import Testing

@Suite("Differences outside of test stores")
struct DifferenceTests {
  private struct Counter: Equatable {
    var count = 0
    var name = "one"
  }

  @Test("A difference has the lines of both values")
  func lines() throws {
    #expect(diff(1, 1) == nil)
    let text = try #require(diff(Counter(), Counter(count: 2)))
    #expect(text.contains("- ") && text.contains("+ ") && text.contains("count: 2"))
  }

  @Test("A dump describes a value, and returns it")
  func dump() {
    var text = ""
    #expect(customDump(Counter(count: 3), to: &text) == Counter(count: 3))
    #expect(text.contains("count: 3"))
    #expect(String(customDumping: Counter(count: 3)) == text)
  }

  @Test("Equal values are no failure, and others are one with their difference")
  func equality() {
    expectNoDifference(Counter(), Counter())
    withKnownIssue {
      expectNoDifference(Counter(count: 1), Counter(), "After the tap")
    } matching: {
      "\($0)".contains("After the tap: The values differ") && "\($0)".contains("+   count: 1")
    }
  }

  @Test("A change is compared with the expected one")
  func change() {
    var counter = Counter()
    expectDifference(counter) {
      counter.count += 1
    } changes: {
      $0.count = 1
    }
    withKnownIssue {
      expectDifference(counter) {
        counter.count += 1
      } changes: {
        $0.count = 1
      }
    } matching: {
      "\($0)".contains("changes nothing")
    }
    withKnownIssue {
      expectDifference(counter) {
        counter.count += 1
      } changes: {
        $0.count = 9
      }
    } matching: {
      "\($0)".contains("The value changed otherwise")
    }
  }
}
