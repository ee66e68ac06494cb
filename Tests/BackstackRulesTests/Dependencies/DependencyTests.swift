import Backstack
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("Dependencies")
struct DependencyTests {
  private struct Greeting: DependencyKey {
    var text: String
    static var liveValue: Greeting { Greeting(text: "live") }
    static var previewValue: Greeting { Greeting(text: "preview") }
    static var testValue: Greeting { Greeting(text: "test") }
  }

  private struct Keyed {
    @Dependency(Greeting.self) var greeting
    @Dependency(\.uuid) var uuid
    @Dependency(\.self) var all
  }

  @Test(
    "Dependencies are read by key path, by key or all at once; the context chooses the default",
    .tags(.r103))
  func reading() async {
    for (context, text) in [
      (DependencyContext.live, "live"), (.preview, "preview"), (.test, "test"),
    ] {
      let read = withDependencies {
        $0.context = context
      } operation: {
        Keyed().greeting.text
      }
      #expect(read == text)
    }
    let keyed = withDependencies {
      $0.uuid = .constant(UUID(103))
      $0[Greeting.self] = Greeting(text: "mine")
    } operation: {
      Keyed()
    }
    #expect(keyed.greeting.text == "mine")
    #expect(keyed.uuid() == UUID(103))
    #expect(keyed.all.uuid() == UUID(103))

    // In asynchronous code, and passed to a task that inherits nothing.
    await withDependencies {
      $0[Greeting.self] = Greeting(text: "brought")
    } operation: {
      await Task.yield()
      let detached = withEscapedDependencies { continuation in
        Task.detached { continuation.yield { Keyed().greeting.text } }
      }
      #expect(await detached.value == "brought")
    }
  }

  @Test(
    "A property wrapper captures the values at its creation; newer overrides replace them",
    .tags(.r104))
  func capture() {
    let keyed = withDependencies {
      $0.uuid = .constant(UUID(1))
      $0[Greeting.self] = Greeting(text: "old")
    } operation: {
      Keyed()
    }
    withDependencies {
      $0.uuid = .constant(UUID(2))
    } operation: {
      #expect(keyed.uuid() == UUID(2))
      #expect(keyed.greeting.text == "old")
    }
    #expect(keyed.uuid() == UUID(1))
  }

  // TCA also has mainQueue and urlSession. Both are left out: there is no main queue here to
  // schedule on, and a service declares the clients that it uses itself.
  @Test(
    "Reading a live-only dependency in a test is an issue; all built-in ones can be replaced",
    .tags(.r105))
  func liveOnly() {
    let issues = CollectedIssues()
    withDependencies {
      $0.context = .test
      $0.issueReporter = issues.reporter
    } operation: {
      @Dependency(\.date) var date
      _ = date.now
      #expect(issues.all.count == 1)
      #expect(issues.messages.first?.contains("\\.date") == true)
    }
    withDependencies {
      $0.context = .test
      $0.issueReporter = issues.reporter
      $0.continuousClock = TestClock()
      $0.suspendingClock = TestClock()
      $0.uuid = .incrementing
      $0.date.now = Date(timeIntervalSince1970: 105)
      $0.calendar = Calendar(identifier: .gregorian)
      $0.locale = Locale(identifier: "de")
      $0.timeZone = .gmt
      $0.dismiss = DismissEffect {}
      $0.stackElementID = StackElementIDGenerator(next: 105)
    } operation: {
      let values = DependencyValues.current
      #expect([values.uuid(), values.uuid()] == [UUID(0), UUID(1)])
      #expect(values.date.now == Date(timeIntervalSince1970: 105))
      #expect(values.continuousClock is TestClock<Duration>)
      #expect(values.suspendingClock is TestClock<Duration>)
      #expect(values.calendar.identifier == .gregorian)
      #expect(values.locale.identifier == "de")
      #expect(values.timeZone == .gmt)
      #expect(values.isPresented)
      #expect(values.stackElementID?.next() == 105)
      #expect(issues.all.count == 1)
    }
  }
}
