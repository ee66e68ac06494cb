package import BackstackCluster
package import BackstackStorage

/// The outcome of a request to a session.
package enum SessionOutcome: Sendable {
  /// The request was processed, or a session was created.
  case processed(SessionReply)
  /// The same request was processed before: what is known of it, and the session as it is now, unless
  /// the request would have created it.
  case known(KnownRequest, SessionReply?)
  /// The session is over, now or since the same request came before. That is told once the writer has
  /// stored it.
  case ended(SessionWriter?)
  /// The version that the client has is still the latest as far as this process knows: the session has
  /// left it.
  case unchanged(version: Int)
  /// Nothing was changed.
  case refused(SessionRefusal)
  /// Nothing was done: another node of the cluster has the session, or may claim it.
  case elsewhere(Destination)
}

extension SessionOutcome {
  /// The session as it is now; `nil` if the outcome has none.
  var snapshot: Result<Snapshot, SessionError>? {
    switch self {
    case .processed(let reply), .known(_, let reply?):
      Result { () throws(SessionError) in try reply.session.snapshot() }
    case .known(_, nil), .ended, .unchanged, .refused, .elsewhere: nil
    }
  }

  /// Calls back once everything that the outcome tells is stored, or can't be: at once, or on another
  /// thread.
  package func whenStored(_ completion: @escaping @Sendable (StorageError?) -> Void) {
    switch self {
    case .processed(let reply), .known(_, let reply?): reply.whenStored(completion)
    case .ended(let writer?): writer.whenStored(for: .client, completion)
    case .refused(let refusal):
      if let writer = refusal.writer {
        writer.whenStored(for: .client, completion)
      } else {
        completion(nil)
      }
    case .known(_, nil), .ended(nil), .unchanged, .elsewhere: completion(nil)
    }
  }
}

/// The refusal of a request to a session.
package struct SessionRefusal: Error {
  package let error: SessionError
  /// The writer that may have yet to store what the refusal tells: it is told afterwards.
  package let writer: SessionWriter?
  /// The session, if it was found.
  package let entry: SessionRegistry.Entry?
  /// The member of a creation that is at fault.
  package var member: CreationRequest.Member?

  package init(_ error: SessionError, until writer: SessionWriter? = nil) {
    self.error = error
    self.writer = writer
    entry = nil
  }

  static func from<Success>(
    _ result: Result<Success, SessionError>
  ) throws(SessionRefusal) -> Success {
    do throws(SessionError) { return try result.get() } catch { throw SessionRefusal(error) }
  }

  init(_ error: SessionError, of entry: SessionRegistry.Entry) {
    self.error = error
    self.entry = entry
    writer = entry.session.writer
  }
}

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
