/// What an assertion closure of a ``TestStore`` runs in, for functions that are called in it.
struct AssertionScope: Sendable {
  @TaskLocal static var current: AssertionScope?

  let isExhaustive: Bool
  let reporter: TestReporter
}
