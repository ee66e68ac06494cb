import BackstackDependencies

/// Returns the messages of the issues that an operation reports.
func issues(_ operation: () -> Void) -> [String] {
  let messages = LockIsolated<[String]>([])
  withDependencies {
    $0.issueReporter = IssueReporter { issue in messages.withValue { $0.append(issue.message) } }
  } operation: {
    operation()
  }
  return messages.value
}
