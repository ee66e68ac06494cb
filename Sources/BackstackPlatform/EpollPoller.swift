import BackstackLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A poller whose thread blocks in `epoll_wait`.
///
/// Edge-triggered mode would need a `recv` until `EAGAIN`. Level-triggered, one `recv` per wake-up
/// is enough: epoll reports the rest again.
final class EpollPoller: Poller {
  private static let capacity = Int(backstack_epoll_capacity)
  let descriptor: Int32
  // Sound: both are allocated in `init` for `capacity` elements, freed in `deinit`, and used by the
  // thread that waits.
  private let reported: UnsafeMutablePointer<backstack_event>
  private let ready: UnsafeMutablePointer<PollerEvent>

  /// - Throws: `SystemError` when the process can't open another descriptor.
  init() throws(SystemError) {
    descriptor = backstack_epoll_create()
    guard descriptor >= 0 else { throw .last }
    reported = .allocate(capacity: Self.capacity)
    reported.initialize(repeating: backstack_event(), count: Self.capacity)
    ready = .allocate(capacity: Self.capacity)
    ready.initialize(repeating: PollerEvent(token: 0, events: []), count: Self.capacity)
  }

  deinit {
    reported.deinitialize(count: Self.capacity)
    reported.deallocate()
    ready.deinitialize(count: Self.capacity)
    ready.deallocate()
    close(descriptor)
  }

  func add(_ target: Int32, _ events: PollerEvents, token: UInt64) -> Bool {
    backstack_epoll_add(descriptor, target, events.rawValue, token) == 0
  }

  func modify(_ target: Int32, _ events: PollerEvents, token: UInt64) -> Bool {
    backstack_epoll_modify(descriptor, target, events.rawValue, token) == 0
  }

  func remove(_ target: Int32) { _ = backstack_epoll_remove(descriptor, target) }

  func wait(milliseconds: Int32) -> UnsafeBufferPointer<PollerEvent> {
    let count = max(0, Int(backstack_epoll_wait(descriptor, reported, milliseconds)))
    for index in 0..<count {
      ready[index] = PollerEvent(
        token: reported[index].token, events: PollerEvents(rawValue: reported[index].events))
    }
    return UnsafeBufferPointer(start: ready, count: count)
  }
}
