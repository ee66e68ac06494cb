#if canImport(Testing)
  public import Backstack
  import BackstackDependencies
  public import Testing

  /// The dependencies of a test: what `.dependencies` and `.dependency` make.
  ///
  /// A test with it runs in the context of tests, each case of it with defaults of its own. Stores
  /// that it makes inherit that: also a plain `Store` has test values then, and what it reports
  /// fails the test, at the latest when the test ends.
  public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
    private let update: @Sendable (inout DependencyValues) -> Void

    fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
      self.update = update
    }

    /// A suite's trait is one of each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with the dependencies.
    ///
    /// - Throws: What the test throws.
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
        try await function()
      }
    }
  }

  extension Trait where Self == DependenciesTrait {
    /// The context of tests, with the test values of all dependencies.
    public static var dependencies: Self { Self { _ in } }

    /// The context of tests, with changed dependencies.
    public static func dependencies(
      _ update: @escaping @Sendable (inout DependencyValues) -> Void
    ) -> Self {
      Self(update)
    }

    /// The context of tests, with one changed dependency: `@Test(.dependency(\.uuid, .incrementing))`.
    public static func dependency<Value: Sendable>(
      _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
    ) -> Self {
      Self { $0[keyPath: keyPath] = value }
    }

    /// The context of tests, with a dependency that is its own key: `@Test(.dependency(Client.mock))`.
    public static func dependency<Key: TestDependencyKey>(_ value: Key) -> Self
    where Key.Value == Key, Key: Sendable {
      Self { $0[Key.self] = value }
    }
  }

  extension IssueBuffer {
    /// Fails the test at once where it is known which one runs, else when it ends: tasks that were
    /// started from elsewhere don't know.
    fileprivate func reportInTest(_ issue: BackstackDependencies.Issue) {
      if Test.current == nil { issueReporter(issue) } else { report(issue, during: nil) }
    }
  }
#endif
