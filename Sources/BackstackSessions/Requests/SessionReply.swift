package import BackstackStorage

/// A session as a request has left it.
// A class: a reply passes through several closures, and the counts of references to a session are dear.
package final class SessionReply: Sendable {
  package let entry: SessionRegistry.Entry
  /// The issues that the actions of the request have caused.
  package let issues: IssueCollector?
  /// The session as it was before, if the request wants to know what has changed.
  package let base: PatchBase?
  /// The number of the session's changes before the request's, if another process may claim the session.
  package let earlierChanges: Int?
  /// The request, if it has a key.
  private let keyed: KeyedRequest?
  /// The creation of the session, if the request was one.
  let creation: CreatedSession?
  /// Whether a client waits for the request's changes, or only an effect does.
  private let priority: WritePriority

  init(
    _ entry: SessionRegistry.Entry, issues: IssueCollector? = nil, base: PatchBase? = nil,
    after earlierChanges: Int? = nil, keyed: KeyedRequest? = nil, creation: CreatedSession? = nil,
    priority: WritePriority = .client
  ) {
    self.entry = entry
    self.issues = issues
    self.base = base
    self.earlierChanges = earlierChanges
    self.keyed = keyed
    self.creation = creation
    self.priority = priority
  }

  package var session: any Session { entry.session }

  /// Stores the client's answer for the same request that comes again, if it may come again. Called
  /// before the client gets the answer.
  package func store(_ answer: @autoclosure () -> Answer) {
    if let creation {
      creation.store(answer())
    } else if let keyed {
      keyed.store(.answered(answer()))
    }
  }

  /// Calls back once everything that the session has changed so far is stored, or can't be: at once, or
  /// on another thread.
  package func whenStored(_ completion: @escaping @Sendable (StorageError?) -> Void) {
    creation?.store(nil)
    entry.session.whenStored(for: priority, completion)
  }
}

/// The outcome of a request to a session.
package enum SessionOutcome: Sendable {
  /// The request was processed, or a session was created.
  case processed(SessionReply)
  /// The same request was processed before: what it gets, and the session as it is now, unless the
  /// request would have created it.
  case replay(Replay, SessionReply?)
  /// The session is over, now or since the same request came before. The client learns it once the
  /// writer has stored it.
  case ended(SessionWriter?)
  /// The version that the client has is still the latest as far as this process knows: the session
  /// has left it.
  case unchanged(version: Int)
  /// Nothing was changed.
  case refused(SessionRefusal)
  /// Nothing was done: another process has the session, or may claim it.
  case forward(SessionDestination)
}

extension SessionOutcome {
  /// The session as it is now; `nil` if the outcome has none.
  package var snapshot: Result<Snapshot, SessionError>? {
    switch self {
    case .processed(let reply), .replay(_, let reply?):
      Result { () throws(SessionError) in try reply.session.snapshot(.state) }
    case .replay(_, nil), .ended, .unchanged, .refused, .forward: nil
    }
  }

  /// Calls back once the content of the outcome is stored, or can't be: at once, or on
  /// another thread.
  package func whenStored(_ completion: @escaping @Sendable (StorageError?) -> Void) {
    switch self {
    case .processed(let reply), .replay(_, let reply?): reply.whenStored(completion)
    case .ended(let writer?): writer.whenStored(for: .client, completion)
    case .refused(let refusal):
      if let writer = refusal.writer {
        writer.whenStored(for: refusal.priority, completion)
      } else {
        completion(nil)
      }
    case .replay(_, nil), .ended(nil), .unchanged, .forward: completion(nil)
    }
  }
}

/// The refusal of a request to a session.
package struct SessionRefusal: Error {
  package let error: SessionError
  /// The writer that may have yet to store the reason, which is sent afterwards.
  package let writer: SessionWriter?
  /// The session, if it was found.
  package let entry: SessionRegistry.Entry?
  /// The member of a creation that is at fault.
  package var member: CreationRequest.Member?
  /// Whether a client waits for the refusal, or only an effect does.
  var priority = WritePriority.client

  package init(_ error: SessionError, until writer: SessionWriter? = nil) {
    self.error = error
    self.writer = writer
    entry = nil
  }

  init(_ error: SessionError, of entry: SessionRegistry.Entry) {
    self.error = error
    self.entry = entry
    writer = entry.session.writer
  }
}
