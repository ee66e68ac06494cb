package import Backstack

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
