/// What a session presents, and since which version.
///
/// What is presented anew is another level, for which a client begins with nothing: so it has another id.
package final class PresentationMemory {
  /// The versions since which presentations are known, by names that distinguish them.
  package private(set) var versions: [String: Int]
  /// Those of the evaluation in progress.
  private var found: [String: Int] = [:]
  private var version = 0

  package init(_ versions: [String: Int] = [:]) { self.versions = versions }

  /// Begins the evaluation of a version.
  package func begin(at version: Int) {
    self.version = version
    found.removeAll(keepingCapacity: true)
  }

  /// Returns the id of a presentation's level.
  ///
  /// - Parameters:
  ///   - name: Where it is presented.
  ///   - item: The id of what is presented, if it has one.
  package func id(of name: String, presenting item: String? = nil) -> String {
    let key = item.map { "\(name) \($0)" } ?? name
    let since = versions[key] ?? version
    found[key] = since
    return since == 0 ? name : "\(name)@\(since)"
  }

  /// Forgets what is not presented any more.
  package func finish() { versions = found }

  /// Forgets what a presentation showed that is over.
  ///
  /// - Parameter action: The action that would have dismissed it, as JSON: `{"destination":{"dismiss":{}}}`.
  package func forget(dismissedBy action: [UInt8]) {
    let place = LevelAddress.name(dismissedBy: action)
    versions = versions.filter { key, _ in
      // Behind the place stand the number among its presentations, the case or what is below, and an id.
      let name = key.prefix { $0 != " " }
      return name != place && !name.hasPrefix(place + ".") && !name.hasPrefix(place + "/")
    }
  }
}
