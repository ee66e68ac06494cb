import BackstackDependencies
import Testing

@Suite("Wrappers for values")
struct IsolatedTests {
  private final class Counter {
    var count = 0
  }

  @Test("LockIsolated lets one thread at a time change its value")
  func lock() async {
    let numbers = LockIsolated<[Int]>([])
    await withDiscardingTaskGroup { group in
      for number in 1...100 {
        group.addTask { numbers.withValue { $0.append(number) } }
      }
    }
    #expect(numbers.value.sorted() == Array(1...100))
    #expect(numbers.count == 100)
    numbers.setValue([7])
    #expect(numbers.value == [7])
    #expect(numbers.first == 7)
  }

  @Test("LockIsolated's value need not be Sendable, and its closures may throw")
  func errors() {
    let counter = LockIsolated(Counter())
    counter.withValue { $0.count += 1 }
    #expect(counter.withValue { $0.count } == 1)
    #expect(throws: Unimplemented("x")) {
      try counter.withValue { counter in
        counter.count += 1
        throw Unimplemented("x")
      }
    }
    #expect(counter.withValue { $0.count } == 2, "The lock is released.")
  }

  @Test("UncheckedSendable makes any value Sendable without a check")
  func unchecked() async {
    @UncheckedSendable var counter = Counter()
    let wrapper = $counter
    await Task { wrapper.value.count += 1 }.value
    #expect(counter.count == 1)
    #expect(wrapper.count == 1)
    var pair = UncheckedSendable((1, 2))
    pair.1 = 3
    #expect(pair.value == (1, 3))
    #expect(UncheckedSendable(1) == UncheckedSendable(1))
  }
}
