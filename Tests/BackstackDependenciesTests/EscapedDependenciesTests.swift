import BackstackDependencies
import BackstackTestSupport
import FoundationEssentials
import Synchronization
import Testing

@Suite("Escaped dependencies")
struct EscapedDependenciesTests {
  @Test("A continuation passes dependencies to code outside of their scope", .tags(.r103))
  func continuation() async {
    let continuation = withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      withEscapedDependencies { $0 }
    }
    @Dependency(\.uuid) var uuid
    #expect(uuid() != UUID(7))
    continuation.yield { #expect(DependencyValues.current.uuid() == UUID(7)) }
    await continuation.yield {
      await Task.yield()
      #expect(DependencyValues.current.uuid() == UUID(7))
    }
    #expect(DependencyValues.current.uuid() != UUID(7))
  }

  @Test("A continuation passes dependencies to a detached task, which inherits nothing")
  func detached() async {
    let uuid = await withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.detached { dependencies.yield { DependencyValues.current.uuid() } }.value
      }
    }
    #expect(uuid == UUID(7))
  }

  @Test("All dependency values together can be read as one dependency", .tags(.r103))
  func all() {
    withDependencies {
      $0.context = .preview
      $0.date.now = Date(timeIntervalSince1970: 7)
    } operation: {
      @Dependency(\.self) var values
      @Dependency(\.context) var context
      @Dependency(\.date.now) var now
      #expect(values.context == .preview)
      #expect(context == .preview)
      #expect(values.date() == now)
      #expect(now == Date(timeIntervalSince1970: 7))
    }
  }

  @Test("Calendar, locale and time zone can be overridden", .tags(.r105))
  func environment() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 3600))
    withDependencies {
      $0.calendar = Calendar(identifier: .iso8601)
      $0.locale = Locale(identifier: "de_DE")
      $0.timeZone = zone
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.timeZone) var timeZone
      #expect(calendar.identifier == .iso8601)
      #expect(locale.identifier == "de_DE")
      #expect(timeZone == zone)
    }
    #expect(DependencyValues(context: .live).timeZone == .autoupdatingCurrent)
  }
}

@Suite("Forgotten dependencies")
struct ForgottenDependencyTests {
  private enum Port: DependencyKey {
    static let liveValue = 80
  }

  private enum Host: DependencyKey {
    static let liveValue = "live"
    static let testValue = "test"
  }

  /// Returns the issues that are reported when `read` reads dependencies in a test.
  private func issues(
    context: DependencyContext = .test, _ read: () -> Void
  ) -> [String] {
    let issues = Mutex<[String]>([])
    withDependencies { values in
      values = DependencyValues(context: context)
      values.issueReporter = IssueReporter { issue in issues.withLock { $0.append(issue.message) } }
    } operation: {
      read()
    }
    return issues.withLock { $0 }
  }

  @Test("The issue of a forgotten dependency names it and says how to override it", .tags(.r105))
  func names() {
    let property = issues {
      @Dependency(\.uuid) var uuid
      _ = uuid
    }
    #expect(property.count == 1)
    #expect(property.first?.contains(#"@Dependency(\.uuid)"#) == true)
    #expect(property.first?.contains("withDependencies { $0.uuid = … }") == true)
    let key = issues {
      @Dependency(Port.self) var port
      #expect(port == 80)
    }
    #expect(key.first?.contains("@Dependency(Port.self)") == true)
    #expect(key.first?.contains("withDependencies { $0[Port.self] = … }") == true)
  }

  @Test(
    "A dependency without override or test value is reported once, and only in tests", .tags(.r105))
  func once() {
    let twice = issues {
      @Dependency(\.date) var date
      _ = date
      _ = date
    }
    #expect(twice.count == 1)
    #expect(issues(context: .live) { _ = DependencyValues.current.date }.isEmpty)
    #expect(issues { _ = DependencyValues.current[Host.self] }.isEmpty)
    let overridden = issues {
      withDependencies {
        $0.date.now = Date(timeIntervalSince1970: 0)
      } operation: {
        _ = DependencyValues.current.date
      }
    }
    #expect(overridden.isEmpty, "Setting date.now reads date before changing it.")
  }
}
