/// The life of a session in this process: events go in, the steps that follow come out.
///
/// A session that the storage has quarantined never begins a life here: it can't be activated. One
/// that another process claims leaves this process when its next write is refused.
struct SessionLifecycle: Sendable {
  /// The part of its life that a session is in.
  enum Phase: Sendable, Hashable {
    /// The store exists, but neither a client nor the storage knows the session.
    case creating
    /// The store exists, and the session continues one that was saved or stored.
    case activating
    /// Clients may use it.
    case active
    /// Its effects wait, so that it can be passivated once their changes are stored.
    case passivating
    /// It has left the memory; the storage has all of it.
    case passive
    /// It is over.
    case ended(SessionEndReason)
  }

  enum Event: Sendable, Hashable {
    /// The session was created, or it was activated and its effects run again.
    case enter
    /// Its reducers or effects exceeded a limit.
    case exceed(SessionEndReason)
    /// A client, the clock or the directory ends it.
    case end(SessionEndReason)
    /// It is about to be passivated although effects are in flight.
    case suspend
    /// It was used after it was suspended.
    case resume
    /// It leaves the memory, or was never added to the directory.
    case leave
  }

  /// The steps that follow an event, in the order of their declaration.
  struct Steps: OptionSet, Sendable {
    let rawValue: UInt8

    /// Cancel the effects, and process no further action.
    static let endStore = Self(rawValue: 1 << 0)
    /// End the session in the storage.
    static let storeEnd = Self(rawValue: 1 << 1)
    /// Have the directory end the session, on another thread.
    static let leaveDirectory = Self(rawValue: 1 << 2)
    /// Wake the clients that wait for the next version.
    static let wakeWaiters = Self(rawValue: 1 << 3)
    /// End the events of the session.
    static let endEvents = Self(rawValue: 1 << 4)
    /// Hold the actions of effects.
    static let holdEffects = Self(rawValue: 1 << 5)
    /// Let the actions of effects pass again.
    static let releaseEffects = Self(rawValue: 1 << 6)
  }

  private(set) var phase: Phase
  /// The limit that the session has exceeded, if it has. What it was before stays unread, as it may
  /// be too large; after any other end, the last version can still be read.
  private(set) var exceededLimit: SessionEndReason?

  /// - Parameter isNew: Whether the session begins now, and does not continue one that was saved or
  ///   stored.
  init(isNew: Bool) { phase = isNew ? .creating : .activating }

  /// The reason to refuse a request to the session.
  var refusal: SessionError? {
    switch phase {
    case .creating, .activating, .active, .passivating: nil
    case .passive: .passivated
    case .ended(let reason): .ended(reason)
    }
  }

  /// Why the store processes no further action; `nil` while it does.
  var end: SessionEndReason? {
    switch phase {
    case .creating, .activating, .active, .passivating: nil
    case .passive: .passivated
    case .ended(let reason): reason
    }
  }

  /// Whether the store processes actions.
  var isRunning: Bool { end == nil }

  /// Records an event.
  ///
  /// - Returns: What the caller has to do; nothing for an event that comes too late.
  mutating func handle(_ event: Event) -> Steps {
    switch (phase, event) {
    case (.creating, .enter), (.activating, .enter):
      phase = .active
      return []
    case (.creating, .exceed(let reason)):
      // Its creation fails.
      phase = .ended(reason)
      exceededLimit = reason
      return []
    case (.activating, .exceed(let reason)), (.active, .exceed(let reason)),
      (.passivating, .exceed(let reason)):
      // The store ends itself: it asked whether it may continue.
      phase = .ended(reason)
      exceededLimit = reason
      return [.storeEnd, .leaveDirectory]
    case (.passive, .exceed(let reason)):
      // Found by its last write: what its effects have made of it can't be stored.
      phase = .ended(reason)
      exceededLimit = reason
      return [.storeEnd, .leaveDirectory]
    case (.creating, .end(let reason)), (.activating, .end(let reason)),
      (.active, .end(let reason)), (.passivating, .end(let reason)):
      phase = .ended(reason)
      return [.endStore, .storeEnd, .wakeWaiters, .endEvents]
    case (.ended, .end):
      // It exceeded a limit, and the directory has removed it now. The first reason counts.
      return [.endStore, .wakeWaiters, .endEvents]
    case (.active, .suspend):
      phase = .passivating
      return .holdEffects
    case (.passivating, .resume):
      phase = .active
      return .releaseEffects
    case (.creating, .leave), (.activating, .leave), (.active, .leave), (.passivating, .leave):
      phase = .passive
      return [.endStore, .wakeWaiters, .endEvents]
    case (.ended, .leave):
      // Its end could not be stored: the next request activates it again.
      phase = .passive
      return [.endStore, .wakeWaiters, .endEvents]
    case (.active, .enter), (.passivating, .enter), (.passivating, .suspend), (.creating, .suspend),
      (.creating, .resume), (.activating, .suspend), (.activating, .resume), (.active, .resume),
      (.passive, .enter), (.passive, .end),
      (.passive, .suspend), (.passive, .resume), (.passive, .leave), (.ended, .enter),
      (.ended, .exceed), (.ended, .suspend), (.ended, .resume):
      return []
    }
  }
}
