import BackstackDependencies
import Synchronization
import Testing

/// Returns the issues that an operation reports.
func issues(_ operation: () async throws -> Void) async rethrows -> [BackstackDependencies.Issue] {
  let issues = Mutex<[BackstackDependencies.Issue]>([])
  try await withDependencies {
    $0.issueReporter = IssueReporter { issue in issues.withLock { $0.append(issue) } }
  } operation: {
    try await operation()
  }
  return issues.withLock { $0 }
}

@Suite("Unimplemented closures")
struct UnimplementedTests {
  @Test(
    "An unimplemented closure reports an issue at its creation's line and returns a placeholder")
  func placeholder() async {
    let line = UInt(#line + 1)
    let count: @Sendable (String, Int) -> Int = unimplemented("count", placeholder: 42)
    let log: @Sendable (String) -> Void = unimplemented("log")
    let reported = await issues {
      #expect(count("a", 1) == 42)
      log("b")
    }
    #expect(
      reported.map(\.message) == [
        "Unimplemented: 'count'. Override it before you use it.",
        "Unimplemented: 'log'. Override it before you use it.",
      ])
    #expect(reported.first?.location.line == line)
    #expect(reported.first?.location.fileID.description.hasSuffix("Tests.swift") == true)
  }

  @Test("An unimplemented closure that can throw reports an issue and throws")
  func throwing() async {
    let load: @Sendable (Int) throws -> String = unimplemented("load")
    let save: @Sendable (Int) throws -> Void = unimplemented("save")
    let reported = await issues {
      #expect(throws: Unimplemented("load")) { try load(1) }
      #expect(throws: Unimplemented("save")) { try save(1) }
    }
    #expect(reported.count == 2)
  }

  @Test("Unimplemented closures can be asynchronous, too")
  func asynchronous() async {
    let count: @Sendable (String) async -> Int = unimplemented("count", placeholder: 42)
    let load: @Sendable (Int) async throws -> String = unimplemented("load")
    let save: @Sendable () async throws -> Void = unimplemented("save")
    let wait: @Sendable () async -> Void = unimplemented("wait")
    let reported = await issues {
      #expect(await count("a") == 42)
      await #expect(throws: Unimplemented("load")) { try await load(1) }
      await #expect(throws: Unimplemented("save")) { try await save() }
      await wait()
    }
    #expect(reported.count == 4)
  }

  @Test("An unimplemented value is its placeholder, and the enclosing function is its default name")
  func value() async {
    let reported = await issues {
      let number: Int = unimplemented(placeholder: 7)
      #expect(number == 7)
    }
    #expect(
      reported.map(\.message) == [
        "Unimplemented: 'value()'. Override it before you use it."
      ])
  }
}
