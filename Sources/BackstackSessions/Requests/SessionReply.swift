package import BackstackStorage

/// A session as a request has left it.
package struct SessionReply: Sendable {
  package let entry: SessionRegistry.Entry
  /// The issues that the actions of the request have caused.
  package var issues: IssueCollector?
  /// The session as it was before, if the request wants to know what has changed.
  package var base: PatchBase?
  /// Whether a client waits for what the request has changed, or only an effect does.
  var priority = WritePriority.client
  /// The request, if it has a key.
  var keyed: KeyedRequest?
  /// The creation of the session, if the request was one.
  var creation: CreatedSession?

  init(_ entry: SessionRegistry.Entry, _ creation: CreatedSession? = nil) {
    self.entry = entry
    self.creation = creation
  }

  package var session: any Session { entry.session }

  /// Keeps the client's answer for the same request that comes again, if it may come again. Called
  /// before the client gets the answer.
  package func keep(_ answer: @autoclosure () -> Answer?) {
    if let creation {
      creation.store(answer())
    } else if let keyed {
      keyed.keep(answer())
    }
  }

  /// Calls back once everything that the session has changed so far is stored, or can't be: at once, or
  /// on another thread.
  package func whenStored(_ completion: @escaping @Sendable (StorageError?) -> Void) {
    creation?.store(nil)
    entry.session.whenStored(for: priority, completion)
  }
}
