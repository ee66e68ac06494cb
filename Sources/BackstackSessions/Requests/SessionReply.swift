package import BackstackStorage

/// A session as a request has left it.
// A class: a reply passes through several closures, and the counts of references to a session are dear.
package final class SessionReply: Sendable {
  package let entry: SessionRegistry.Entry
  /// The issues that the actions of the request have caused.
  package let issues: IssueCollector?
  /// The session as it was before, if the request wants to know what has changed.
  package let base: PatchBase?
  /// The request, if it has a key.
  private let keyed: KeyedRequest?
  /// The creation of the session, if the request was one.
  let creation: CreatedSession?
  /// Whether a client waits for the request's changes, or only an effect does.
  private let priority: WritePriority

  init(
    _ entry: SessionRegistry.Entry, issues: IssueCollector? = nil, base: PatchBase? = nil,
    keyed: KeyedRequest? = nil, creation: CreatedSession? = nil, priority: WritePriority = .client
  ) {
    self.entry = entry
    self.issues = issues
    self.base = base
    self.keyed = keyed
    self.creation = creation
    self.priority = priority
  }

  package var session: any Session { entry.session }

  /// Stores the client's answer for the same request that comes again, if it may come again. Called
  /// before the client gets the answer.
  package func store(_ answer: @autoclosure () -> Answer?) {
    if let creation {
      creation.store(answer())
    } else if let keyed {
      keyed.store(answer())
    }
  }

  /// Calls back once everything that the session has changed so far is stored, or can't be: at once, or
  /// on another thread.
  package func whenStored(_ completion: @escaping @Sendable (StorageError?) -> Void) {
    creation?.store(nil)
    entry.session.whenStored(for: priority, completion)
  }
}
