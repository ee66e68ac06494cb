package import Backstack
import BackstackCoding
import BackstackPlatform

/// The issues that one action causes until its response is sent, at most ``limit``, and its sender.
package final class IssueCollector: Sendable {
  /// The client that has sent the action; `nil` if it is not known.
  let author: VersionAuthor?

  package init(of author: VersionAuthor? = nil) { self.author = author }

  static let limit = 16

  private let collected = Guarded<[Issue]>([])

  package var issues: [Issue] { collected.withLock { $0 } }

  package func add(_ issue: Issue) {
    collected.withLock { if $0.count < Self.limit { $0.append(issue) } }
  }
}

/// The collectors for the issues of a session: an issue goes to the action that is being processed,
/// or else to the requests that wait for their effects.
struct SessionIssues: ~Copyable, Sendable {
  // Not private: the compiler crashes on an object, in another file, that stores it inline.
  struct Waiting {
    weak var collector: IssueCollector?
  }

  struct State {
    var current: IssueCollector?
    var waiting: [Waiting] = []
  }

  private let state = Guarded(State())

  /// The client that has sent the action that is being processed; `nil` if it is not known.
  var author: VersionAuthor? { state.withLock { $0.current?.author } }

  /// Adds an issue to the collectors that it belongs to.
  func add(_ issue: Issue) {
    let collectors = state.withLock { state -> [IssueCollector] in
      if let current = state.current { return [current] }
      return state.waiting.compactMap(\.collector)
    }
    for collector in collectors { collector.add(issue) }
  }

  /// Runs a closure that processes an action. The collector gets its issues, and those of its
  /// effects for as long as it exists.
  ///
  /// - Parameter hasEffects: Whether there are effects that may report issues later.
  func collect<Result, Failure: Error>(
    into collector: IssueCollector, hasEffects: @autoclosure () -> Bool,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    state.withLock { $0.current = collector }
    defer {
      let hasEffects = hasEffects()
      state.withLock { state in
        state.current = nil
        if !state.waiting.isEmpty { state.waiting.removeAll { $0.collector == nil } }
        if hasEffects { state.waiting.append(Waiting(collector: collector)) }
      }
    }
    return try body()
  }
}

extension [Issue] {
  /// The member `issues` of an answer; empty if there are none.
  package var member: [UInt8] {
    if isEmpty { return [] }
    var json = JSONWriter()
    json.key("issues")
    json.beginArray()
    for issue in self {
      json.beginObject()
      json.member("message", issue.message)
      json.member("location", issue.location.description)
      json.endObject()
    }
    json.endArray()
    return json.bytes
  }
}
