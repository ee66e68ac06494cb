#if canImport(Testing)
  public import Backstack
  import BackstackDependencies
  public import Testing

  /// A trait that sets the dependencies of a test, created by `.dependencies` and `.dependency`.
  ///
  /// The test runs in the test context; each test case has its own default values. Stores that it
  /// creates inherit this context: even a plain `Store` uses test values, and its issues fail the
  /// test, at the latest when the test ends.
  public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
    private let update: @Sendable (inout DependencyValues) -> Void

    fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
      self.update = update
    }

    /// Whether a suite's trait applies to each of the suite's tests. Always `true`.
    public var isRecursive: Bool { true }

    /// Runs a test with the dependencies.
    ///
    /// - Throws: The error that the test throws.
    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      let issues = IssueBuffer(reporter: .currentTest)
      defer { issues.close(nil) }
      try await withDependencies {
        $0.context = .test
        $0.issueReporter = IssueReporter { issues.reportInTest($0) }
        update(&$0)
      } operation: {
        try await IssueBuffer.$ofTest.withValue(issues) { try await function() }
      }
    }
  }

  extension Trait where Self == DependenciesTrait {
    /// The test context, with the test values of all dependencies.
    public static var dependencies: Self { Self { _ in } }

    /// Returns the test context, with changed dependencies.
    public static func dependencies(
      _ update: @escaping @Sendable (inout DependencyValues) -> Void
    ) -> Self {
      Self(update)
    }

    /// Returns the test context, with one changed dependency:
    /// `@Test(.dependency(\.uuid, .incrementing))`.
    public static func dependency<Value: Sendable>(
      _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
    ) -> Self {
      Self { $0[keyPath: keyPath] = value }
    }

    /// Returns the test context, with a dependency that is its own key:
    /// `@Test(.dependency(Client.mock))`.
    public static func dependency<Key: TestDependencyKey>(_ value: Key) -> Self
    where Key.Value == Key, Key: Sendable {
      Self { $0[Key.self] = value }
    }
  }

  extension IssueBuffer {
    /// Fails the test at once if the running test is known, and otherwise when the test ends: a
    /// task that was started outside the test does not know it.
    fileprivate func reportInTest(_ issue: BackstackDependencies.Issue) {
      if Test.current == nil { issueReporter(issue) } else { report(issue, during: nil) }
    }
  }
#endif
