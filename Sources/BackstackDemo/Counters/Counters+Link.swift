import Backstack

extension Counters.State {
  /// Creates the state for a link: `/counters/3/5` shows a counter at 3, and one at 5 on top of it.
  ///
  /// - Returns: `nil` for a link of another form.
  init?(link: String) {
    let segments = link.split(separator: "/", omittingEmptySubsequences: true)
    guard segments.first == "counters" else { return nil }
    self.init()
    for segment in segments.dropFirst() {
      guard let count = Int(segment) else { return nil }
      path.append(.counter(Counter.State(count: count)))
    }
  }
}
