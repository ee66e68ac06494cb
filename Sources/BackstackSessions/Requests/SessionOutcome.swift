package import BackstackStorage

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
