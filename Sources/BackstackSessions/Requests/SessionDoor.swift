package import Backstack
package import BackstackStorage

/// The way to sessions, for every transport: requests go in, and their outcomes come out.
///
/// A transport parses what a client sends into a ``SessionRequest`` or a ``CreationRequest``,
/// encodes the ``SessionReply``, calls ``SessionReply/store(_:)`` if the same request may come again,
/// and lets the client have the answer once ``SessionReply/whenStored(_:)`` calls back. Idempotency, quotas,
/// limits, turns, waiting and storing are the door's.
package protocol SessionDoor: Sendable {
  /// Processes a request to a session, which is activated first if it is passive.
  ///
  /// - Parameter reply: Called once: at once, or on another thread. It must not block.
  func perform(
    _ request: consuming SessionRequest, _ reply: @escaping @Sendable (SessionOutcome) -> Void)

  /// Creates a session, unless the same request has.
  ///
  /// - Parameter reply: Called once: at once, or on another thread. It must not block. The new
  ///   session is stored when it has called ``SessionReply/store(_:)`` or has returned.
  func create(_ request: CreationRequest, _ reply: @escaping @Sendable (SessionOutcome) -> Void)
}

/// The sender of a request, as the transport knows it.
package protocol RequestSender: AnyObject, Sendable {
  /// The hash of the client's identity, for turns among clients; `nil` if it has none.
  var client: Int? { get }

  /// The client as the history names it; `nil` if nothing is known of it.
  var author: VersionAuthor? { get }

  /// Called before the reply waits for long, which the transport may end at once by sending it.
  func willWait(for reply: PendingReply)
}

extension RequestSender {
  package var author: VersionAuthor? { nil }
}

/// A client's request to a session, independent of its transport.
package struct SessionRequest: Sendable {
  package enum Command: Sendable {
    /// To look at the session as it is: the reply has it.
    case read
    /// To look at a navigation stack of its state, if there is one of this name; `nil` for the
    /// feature's default stack.
    case readPath(name: String?)
    /// To look at its earlier versions.
    case readHistory
    /// To follow its changes.
    case follow
    /// To process an action, or a batch of actions (a JSON array): all or none. `trace` is what they
    /// and their effects belong to.
    case send(json: [UInt8], trace: TraceContext? = nil)
    /// To ask a person to confirm an action.
    case propose(Proposal)
    /// To process an action of the program itself, if the session's state is one that it is for.
    case process(HostAction)
    /// To restore the state of a version, as a new version. Effects of features that it does not
    /// present end.
    case restore(version: Int)
    /// To end the session.
    case end
  }

  /// The event that the reply waits for, if any.
  package enum Wait: Sendable {
    /// For the effects of an action that compute, and neither end nor wait for something, at most
    /// ``SessionConfiguration/settleTimeout``.
    case settled
    /// For the end of all effects that an action starts, at most some seconds.
    case effects(seconds: Int)
    /// If the session is at one of these versions, for its next version or its end, at most some
    /// seconds; `nil` for any time.
    case change(from: [Int], seconds: Int?)
  }

  package let id: SessionID
  package let command: Command
  /// Which sessions the client may use for this.
  package let access: SessionAccess
  /// The version that the session must have to be changed.
  package var condition = VersionCondition.any
  /// The key under which the request is stored, to be replayed when it comes again; only for changes.
  package var key: IdempotencyKey?
  package var wait = Wait.settled
  /// The representation whose changes the reply describes, if any: the reply then has the session
  /// as it was before.
  package var changes: Representation?
  package var sender: (any RequestSender)?
  /// The message of the process that has sent the request to the directory's ``SessionPlacing``;
  /// `nil` if it comes from a client.
  package var referral: SessionReferral?

  package init(_ command: Command, of id: SessionID, for access: SessionAccess) {
    self.command = command
    self.id = id
    self.access = access
  }

  /// The number of bytes that the client has sent for the command.
  var contentSize: Int {
    if case .send(let json, _) = command { json.count } else { 0 }
  }

  /// The weight of processing what the client has sent, for ``LargeWork``.
  var contentWeight: Int {
    // Most content is so small that it need not be looked at.
    guard case .send(let json, _) = command,
      LargeWork.isLarge(LargeWork.weight(ofContent: json.count, isMany: true))
    else { return 0 }
    return LargeWork.weight(ofContent: json.count, isMany: JSONText.isArray(json))
  }
}

/// Which sessions a request may use.
package enum SessionAccess: Sendable {
  /// Every session.
  case anyone
  /// The sessions of a principal, and those that belong to nobody.
  case principal(String?)
  /// The sessions for which a closure returns `true`. It may be called on any thread.
  case decision(@Sendable (SessionInfo) -> Bool)
  /// Every session in memory, whose life it does not extend.
  case inspection

  /// Whether sessions are only looked at.
  package var isInspection: Bool { if case .inspection = self { true } else { false } }

  /// Returns the same for sessions of some features, and none of others.
  package func limited(to features: Set<String>) -> Self {
    .decision { session in
      features.contains(session.feature) && allows(owner: session.principal?.id, session)
    }
  }

  /// Returns whether a session may be used.
  package func allows(_ context: SessionContext) -> Bool {
    allows(owner: context.principal?.id, context.info)
  }

  /// Returns whether a stored session may be used.
  func allows(_ id: SessionID, _ ownership: SessionOwnership) -> Bool {
    let principal = StoredRecord.principal(ownership)
    return allows(
      owner: principal?.id,
      SessionInfo(
        id: id.description, feature: ownership.feature, principal: principal, isResumed: true))
  }

  /// Returns whether a principal may use a stored session of its own.
  func allows(_ id: SessionID, _ feature: String, of principal: SessionPrincipal) -> Bool {
    allows(
      owner: principal.id,
      SessionInfo(
        id: id.description, feature: feature, principal: principal, isResumed: true))
  }

  private func allows(owner: String?, _ session: @autoclosure () -> SessionInfo) -> Bool {
    switch self {
    case .anyone, .inspection: true
    case .principal(let id): owner == nil || owner == id
    case .decision(let isAllowed): isAllowed(session())
    }
  }
}

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
