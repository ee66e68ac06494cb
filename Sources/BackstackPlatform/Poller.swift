/// A set of descriptors that one thread waits for.
///
/// It is level-triggered: a descriptor that stays ready is reported by each call of
/// ``wait(milliseconds:)``, so that a reader may leave bytes for the next turn.
package protocol Poller: AnyObject {
  /// Watches a descriptor; returns whether that succeeded. If not, see `SystemError.last`.
  ///
  /// - Parameter token: The number that the descriptor's events are reported with.
  func add(_ descriptor: Int32, _ events: PollerEvents, token: UInt64) -> Bool

  /// Replaces the events that a descriptor is watched for; returns whether that succeeded.
  func modify(_ descriptor: Int32, _ events: PollerEvents, token: UInt64) -> Bool

  /// Stops watching a descriptor. Closing it has the same effect.
  func remove(_ descriptor: Int32)

  /// Waits until a descriptor is ready, for at most `milliseconds` (-1: without limit).
  ///
  /// - Returns: What is ready, in memory that is valid until the next call; empty when the time is
  ///   over, and sometimes before.
  func wait(milliseconds: Int32) -> UnsafeBufferPointer<PollerEvent>
}

/// The ways to wait for descriptors.
public enum PollerKind: String, Sendable, CaseIterable {
  /// The thread blocks in `epoll_wait`: what Linux does best.
  case epoll
  /// Dispatch watches the descriptors and wakes the thread.
  case dispatch

  /// The way that costs least on this system.
  public static var systemDefault: PollerKind { .epoll }

  /// Creates an empty set.
  ///
  /// - Throws: `SystemError` when the process can't open another descriptor.
  package func makePoller() throws(SystemError) -> any Poller {
    switch self {
    case .epoll: try EpollPoller()
    case .dispatch: try DispatchPoller()
    }
  }
}

/// The events that a descriptor is watched for, or is ready for.
// The numbers are those of `poll` and epoll, so that nothing has to be translated.
@frozen
public struct PollerEvents: OptionSet, Sendable {
  public let rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable public static var readable: PollerEvents { PollerEvents(rawValue: 0x1) }
  @inlinable public static var writable: PollerEvents { PollerEvents(rawValue: 0x4) }
  @inlinable public static var error: PollerEvents { PollerEvents(rawValue: 0x8) }
  @inlinable public static var hangUp: PollerEvents { PollerEvents(rawValue: 0x10) }
  /// The peer has closed its sending side.
  @inlinable public static var readHangUp: PollerEvents { PollerEvents(rawValue: 0x2000) }
}

/// The operations that a watched descriptor is ready for.
@frozen
public struct PollerEvent: Sendable {
  public let token: UInt64
  public let events: PollerEvents

  @inlinable
  public init(token: UInt64, events: PollerEvents) {
    self.token = token
    self.events = events
  }
}
