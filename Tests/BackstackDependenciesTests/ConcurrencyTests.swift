import BackstackDependencies
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Waiting, streams and erased types")
struct ConcurrencyTests {
  @Test("never waits until its task is cancelled")
  func never() async throws {
    let task = Task { try await Task.never() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let valued = Task { try await Task<Int, Never>.never() }
    valued.cancel()
    await #expect(throws: CancellationError.self) { try await valued.value }
  }

  @Test("A cancellation goes on to the task whose value is awaited")
  func cancellableValue() async {
    let inner = Task { try await Task.never() }
    let outer = Task { try await inner.cancellableValue }
    outer.cancel()
    await #expect(throws: CancellationError.self) { try await outer.value }
    #expect(inner.isCancelled)

    let silent = Task<Int, Never> {
      try? await Task.never()
      return 7
    }
    let reader = Task { await silent.cancellableValue }
    reader.cancel()
    #expect(await reader.value == 7)
  }

  @Test("Other tasks run while a task yields often")
  func megaYield() async {
    let log = LockIsolated<[Int]>([])
    let task = Task { log.withValue { $0.append(1) } }
    await Task.megaYield(count: 0)
    await Task.megaYield()
    await task.value
    #expect(log.value == [1])
  }

  @Test("A finished stream has no elements, and one that never has any ends with its task")
  func streams() async throws {
    for await _ in AsyncStream<Int>.finished() { Issue.record("There is an element.") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() {
      Issue.record("There is an element.")
    }
    await #expect(throws: Unimplemented("stream")) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(
        throwing: Unimplemented("stream"))
      {
        Issue.record("There is an element.")
      }
    }
    let reader = Task {
      for await _ in AsyncStream<Int>.never { Issue.record("There is an element.") }
      for try await _ in AsyncThrowingStream<Int, any Error>.never {
        Issue.record("There is an element.")
      }
    }
    reader.cancel()
    try await reader.value
  }

  @Test("An erased sequence has the elements of its source, and its error if there is room for it")
  func erasing() async throws {
    let numbers = AsyncThrowingStream<Int, any Error> { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish(throwing: Unimplemented("fourth"))
    }
    var seen: [Int] = []
    await #expect(throws: Unimplemented("fourth")) {
      for try await number in numbers.map({ $0 * 2 }).eraseToThrowingStream() {
        seen.append(number)
      }
    }
    #expect(seen == [2, 4, 6])

    let failing = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Unimplemented("second"))
    }
    #expect(await failing.eraseToStream().reduce(into: []) { $0.append($1) } == [1])
  }

  @Test("A stream that nobody reads any more stops reading its source")
  func termination() async {
    let ended = AsyncStream<Void>.makeStream()
    let source = AsyncStream<Int> { continuation in
      continuation.yield(1)
      continuation.onTermination = { _ in ended.continuation.finish() }
    }
    for await _ in source.eraseToStream() { break }
    for await _ in ended.stream {}
  }

  @Test("Hashable values of any types are equal as the values themselves are")
  func anyHashable() {
    #expect(AnyHashableSendable(1) == AnyHashableSendable(1))
    #expect(AnyHashableSendable(1) != AnyHashableSendable("1"))
    #expect(AnyHashableSendable(AnyHashableSendable(1)).base as? Int == 1)
    #expect(Set([AnyHashableSendable("a"), AnyHashableSendable("a")]).count == 1)
    #expect("\(AnyHashableSendable("a"))" == "a")
  }

  @Test("A clock of any type sleeps on the clock inside, from the time at which it was wrapped")
  func anyClock() async throws {
    let inner = TestClock()
    await inner.advance(by: .seconds(5))
    let clock = AnyClock(inner)
    #expect(clock.now == AnyClock(inner).now)
    #expect(clock.minimumResolution == .zero)
    let start = clock.now
    let task = Task { try await clock.sleep(until: start.advanced(by: .seconds(2))) }
    await inner.advance(by: .seconds(1))
    #expect(inner.sleeperCount == 1)
    await inner.advance(by: .seconds(1))
    try await task.value
    #expect(start.duration(to: clock.now) == .seconds(2))
  }

  @Test("A test clock keeps time in any unit")
  func units() async throws {
    let clock = TestClock<Ticks>(now: .init(offset: Ticks(count: 3)))
    let task = Task { try await clock.sleep(until: .init(offset: Ticks(count: 5)), tolerance: nil) }
    await clock.advance(by: Ticks(count: 1))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: Ticks(count: 1))
    try await task.value
    #expect(clock.now == .init(offset: Ticks(count: 5)))
  }

  // MARK: Dependencies

  @Test("A condition that does not hold is an issue, and the code goes on", .dependencies)
  func assert() {
    @Dependency(\.assert) var assert
    assert(true, "True")
    withKnownIssue {
      assert(1 > 2, "Mathematics")
    } matching: {
      "\($0)".contains("Mathematics")
    }
    let messages = LockIsolated<[String]>([])
    withDependencies {
      $0.assert = AssertEffect { message in messages.withValue { $0.append(message) } }
    } operation: {
      @Dependency(\.assert) var assert
      assert(false)
    }
    #expect(messages.value == ["A condition does not hold."])
  }

  @Test("In a test, work that nobody waits for is done when the call returns", .dependencies)
  func fireAndForget() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let log = LockIsolated<[Int]>([])
    await fireAndForget {
      log.withValue { $0.append(1) }
      throw Unimplemented("dropped")
    }
    #expect(log.value == [1])
  }

  @Test("In a live program, nobody waits for such work")
  func fireAndForgetLive() async {
    let gate = AsyncStream<Void>.makeStream()
    let done = AsyncStream<Void>.makeStream()
    await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget {
        for await _ in gate.stream {}
        done.continuation.finish()
      }
    }
    // Returned although the work waits.
    gate.continuation.finish()
    for await _ in done.stream {}
  }

  @Test("Code knows that it runs in a test", .dependencies)
  func testing() {
    #expect(isTesting)
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(!isTesting)
    }
  }
}

/// A duration in a unit of its own.
private struct Ticks: DurationProtocol, Hashable {
  var count: Int

  static var zero: Self { Self(count: 0) }
  static func < (lhs: Self, rhs: Self) -> Bool { lhs.count < rhs.count }
  static func + (lhs: Self, rhs: Self) -> Self { Self(count: lhs.count + rhs.count) }
  static func - (lhs: Self, rhs: Self) -> Self { Self(count: lhs.count - rhs.count) }
  static func / (lhs: Self, rhs: Int) -> Self { Self(count: lhs.count / rhs) }
  static func * (lhs: Self, rhs: Int) -> Self { Self(count: lhs.count * rhs) }
  static func / (lhs: Self, rhs: Self) -> Double { Double(lhs.count) / Double(rhs.count) }
}
