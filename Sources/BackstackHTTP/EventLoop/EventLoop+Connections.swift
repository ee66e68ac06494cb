import Glibc
import Synchronization

extension EventLoop {
  /// Adds a new connection to the loop.
  func add(descriptor: Int32, peer: HTTPPeerAddress, isRefused: Bool) {
    let slot = freeSlots.popLast() ?? connections.count
    let token = UInt64(nextGeneration) << 32 | UInt64(slot)
    nextGeneration = nextGeneration == .max ? 1 : nextGeneration + 1
    let connection = HTTPConnection(
      profile: context.profile, peer: peer, responseSink: self, token: token, now: now)
    let entry = EventLoopConnection(
      descriptor: descriptor, token: token, connection: connection)
    guard epoll.add(descriptor, .readable, token: token) else {
      freeSlots.append(slot)
      Glibc.close(descriptor)
      context.release(peer)
      return
    }
    if slot == connections.count { connections.append(entry) } else { connections[slot] = entry }
    liveCount += 1
    metrics?.add(1, at: HTTPLoopMetrics.Position.accepted)
    if isRefused {
      metrics?.count(.refusal, HTTPError.Code.tooManyConnections.rawValue)
      entry.connection.refuse(.tooManyConnections, now: now)
    }
    if isDraining {
      drain(entry)
    } else {
      // Most clients have sent their request by now, so read without waiting for epoll.
      readAndPump(entry)
    }
  }

  /// Closes a connection and frees its slot.
  func close(_ entry: EventLoopConnection) {
    guard entry.isOpen else { return }
    entry.isOpen = false
    recordLoss(entry)
    Glibc.close(entry.descriptor)
    timers.cancel(entry.slot)
    connections[entry.slot] = nil
    freeSlots.append(entry.slot)
    liveCount -= 1
    context.release(entry.connection.peer)
    entry.connection.end()
  }

  /// Returns the connection with this token, unless it is closed.
  func connection(_ token: UInt64) -> EventLoopConnection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slot < connections.count, let entry = connections[slot], entry.token == token else {
      return nil
    }
    return entry
  }

  func connectionReady(_ token: UInt64, _ events: Epoll.Events) {
    guard let entry = connection(token) else { return }
    if events.contains(.readHangUp) { entry.connection.receiveHangUp() }
    let isGone = !events.isDisjoint(with: [.hangUp, .error])
    if isGone, !entry.connection.interest.reads {
      // epoll always reports hang-ups; without a read, this one would wake the loop forever.
      close(entry)
    } else if isGone || events.contains(.readable) {
      readAndPump(entry)
    } else {
      pump(entry, nil)
    }
  }

  /// Serves the requests that a connection has already received, then makes it close once it is
  /// quiet.
  func drain(_ entry: EventLoopConnection) {
    entry.connection.isDraining = true
    readAndPump(entry)
    guard entry.isOpen else { return }
    entry.connection.beginDraining(now: now)
    recordTimeout(entry)
    pump(entry, nil)
  }
}

extension HTTPError {
  static var tooManyConnections: HTTPError {
    HTTPError(
      status: .serviceUnavailable, code: .tooManyConnections,
      message: "There are too many open connections, in all or from this address; try again later.",
      fields: [.retryAfter: "1"])
  }
}
