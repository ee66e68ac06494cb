import BackstackLinux
import Glibc

/// An epoll set, level-triggered.
///
/// Edge-triggered mode would need a `recv` until `EAGAIN`. Level-triggered, one `recv` per wake-up
/// is enough: epoll reports the rest again.
final class Epoll {
  /// The events that a descriptor is watched for, or is ready for.
  struct Events: OptionSet, Sendable {
    let rawValue: UInt32
    static let readable = Events(rawValue: backstack_epoll_in)
    static let writable = Events(rawValue: backstack_epoll_out)
    /// The peer has closed its sending side.
    static let readHangUp = Events(rawValue: backstack_epoll_read_hang_up)
    static let hangUp = Events(rawValue: backstack_epoll_hang_up)
    static let error = Events(rawValue: backstack_epoll_error)
  }

  private static let capacity = 256
  private let descriptor: Int32
  // Sound: allocated in `init` for `capacity` elements, freed in `deinit`, used by the loop.
  private let ready: UnsafeMutablePointer<backstack_epoll_event>

  /// - Throws: `HTTPServerError` when the process can't open another descriptor.
  init() throws(HTTPServerError) {
    descriptor = backstack_epoll_create()
    guard descriptor >= 0 else { throw .system("create an epoll set", errno) }
    ready = .allocate(capacity: Epoll.capacity)
    ready.initialize(repeating: backstack_epoll_event(), count: Epoll.capacity)
  }

  deinit {
    ready.deinitialize(count: Epoll.capacity)
    ready.deallocate()
    close(descriptor)
  }

  func add(_ target: Int32, _ events: Events, token: UInt64) -> Bool {
    backstack_epoll_add(descriptor, target, events.rawValue, token) == 0
  }

  func modify(_ target: Int32, _ events: Events, token: UInt64) -> Bool {
    backstack_epoll_modify(descriptor, target, events.rawValue, token) == 0
  }

  func remove(_ target: Int32) { _ = backstack_epoll_remove(descriptor, target) }

  /// Waits for events for at most `milliseconds` (-1: without limit); returns their number.
  func wait(milliseconds: Int32) -> Int {
    max(0, Int(backstack_epoll_wait(descriptor, ready, Int32(Epoll.capacity), milliseconds)))
  }

  /// Returns the event at an index below the number that ``wait(milliseconds:)`` returned.
  func event(at index: Int) -> (events: Events, token: UInt64) {
    let position = Int32(truncatingIfNeeded: index)
    return (
      Events(rawValue: backstack_epoll_events_at(ready, position)),
      backstack_epoll_token_at(ready, position)
    )
  }
}
