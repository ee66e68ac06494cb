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
        self.answer(answer, to: number, entry, entry.takeExchange())
        pump(entry, nil)
      case .announceDraining: isAnnouncingEnd = true
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
