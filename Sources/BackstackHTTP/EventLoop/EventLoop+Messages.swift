import Glibc

extension EventLoop {
  func readMailbox() {
    mailbox.take(into: &messages)
    for message in messages {
      switch message {
      case .accepted(let descriptor, let peer, let isRefused):
        add(descriptor: descriptor, peer: peer, isRefused: isRefused)
      case .answer(let answer, let token, let number):
        guard let entry = connection(token) else { continue }
        entry.connection.respond(answer, to: number, now: now)
        pump(entry, nil)
      case .drain: beginDraining()
      case .stop(let instant): stopAt = min(stopAt, instant)
      }
    }
    messages.removeAll(keepingCapacity: true)
  }

  private func beginDraining() {
    guard !isDraining else { return }
    isDraining = true
    stopAccepting()
    for case let entry? in connections { drain(entry) }
  }
}
