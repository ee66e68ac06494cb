/// The context of an assertion closure of a ``TestStore``, for functions that are called in the
/// closure.
struct AssertionScope: Sendable {
  @TaskLocal static var current: AssertionScope?

  let isExhaustive: Bool
  let reporter: TestReporter
}
