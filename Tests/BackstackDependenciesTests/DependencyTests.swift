import BackstackDependencies
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Synchronization
import Testing

@Suite("Dependencies")
struct DependencyTests {
  fileprivate struct Greeting: DependencyKey {
    static let liveValue = "live"
    static let testValue = "test"
  }

  private struct LiveOnly: DependencyKey {
    static let liveValue = 1
  }

  private struct Nickname: DependencyKey {
    static let liveValue: String? = "Blob"
    static let testValue: String? = "Blob"
  }

  private struct Text: DependencyKey {
    static let liveValue: any CustomStringConvertible & Sendable = "live"
    static let testValue: any CustomStringConvertible & Sendable = "test"
  }

  private struct Model {
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(Greeting.self) var greeting
  }

  @Test("Each context has its own default values", .tags(.r103))
  func contexts() {
    #expect(DependencyValues(context: .live)[Greeting.self] == "live")
    #expect(DependencyValues(context: .test)[Greeting.self] == "test")
    #expect(DependencyValues(context: .preview)[Greeting.self] == "live")
  }

  @Test("An override may be nil, or of any type that the key's type allows", .tags(.r103))
  func typesOfOverrides() {
    var values = DependencyValues(context: .test)
    #expect(values[Nickname.self] == "Blob")
    #expect(values[Text.self].description == "test")
    values[Nickname.self] = nil
    values[Text.self] = 42
    #expect(values[Nickname.self] == nil)
    #expect(values[Text.self].description == "42")
  }

  @Test("The key path of a dependency may be a value", .tags(.r103))
  func keyPathValues() {
    let keyPaths: [any KeyPath<DependencyValues, String> & Sendable] = [
      \.greeting, \.loudGreeting,
    ]
    let greetings = withDependencies {
      $0.greeting = "hi"
    } operation: {
      keyPaths.map { keyPath in
        @Dependency(keyPath) var greeting
        return greeting
      }
    }
    #expect(greetings == ["hi", "HI"])
  }

  @Test("Reading a live-only dependency in a test reports an issue", .tags(.r105))
  func liveOnly() {
    let issues = Mutex<[String]>([])
    withDependencies { values in
      values = DependencyValues(context: .test)
      values.issueReporter = IssueReporter { issue in issues.withLock { $0.append(issue.message) } }
    } operation: {
      @Dependency(LiveOnly.self) var number
      #expect(number == 1)
    }
    #expect(issues.withLock { $0.count } == 1)
  }

  @Test(
    "A property wrapper captures the values at its creation; newer overrides replace them",
    .tags(.r104))
  func capture() {
    let model = withDependencies {
      $0.uuid = .constant(UUID(1))
      $0[Greeting.self] = "made"
    } operation: {
      Model()
    }
    #expect(model.uuid() == UUID(1))
    withDependencies {
      $0[Greeting.self] = "read"
    } operation: {
      #expect(model.greeting == "read")
      #expect(model.uuid() == UUID(1))
    }
    #expect(model.greeting == "made")
  }

  @Test("Overrides apply to asynchronous work and end with it")
  func asynchronous() async {
    let date = Date(timeIntervalSince1970: 7)
    await withDependencies {
      $0.date = .constant(date)
    } operation: {
      await Task.yield()
      #expect(DependencyValues.current.date.now == date)
    }
    #expect(DependencyValues.current.date.now != date)
  }

  @Test("Incrementing UUIDs count from 0")
  func incrementing() {
    let next = UUIDGenerator.incrementing
    #expect(next().uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(next().uuidString == "00000000-0000-0000-0000-000000000001")
    #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
  }

  @Test("A timer on a test clock ticks once per interval, and ends with its task")
  func timer() async {
    let clock = TestClock()
    let ticks = AsyncStream<Int>.makeStream()
    let task = Task {
      var count = 0
      for await _ in clock.timer(interval: .seconds(1)) {
        count += 1
        ticks.continuation.yield(count)
      }
      ticks.continuation.finish()
    }
    var received = ticks.stream.makeAsyncIterator()
    for expected in 1...3 {
      while clock.sleeperCount == 0 { await letOthersWork() }
      await clock.advance(by: .seconds(1))
      #expect(await received.next() == expected)
    }
    task.cancel()
    #expect(await received.next() == nil)
  }

  @Test("An immediate clock never waits, and its time advances")
  func immediateClock() async throws {
    let clock = ImmediateClock()
    let start = clock.now
    try await clock.sleep(for: .seconds(3600))
    #expect(start.duration(to: clock.now) == .seconds(3600))
  }
}

extension DependencyValues {
  fileprivate var greeting: String {
    get { self[DependencyTests.Greeting.self] }
    set { self[DependencyTests.Greeting.self] = newValue }
  }

  fileprivate var loudGreeting: String { greeting.uppercased() }
}
