import BackstackPlatform
import BackstackTestSupport
import Glibc
import Testing

@testable import BackstackHTTP

@Suite("An event loop's mailbox")
struct MailboxTests {
  private func isReadable(_ mailbox: EventLoopMailbox) -> Bool {
    var descriptor = pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 1
  }

  private func post(_ numbers: Range<Int64>, to mailbox: EventLoopMailbox) {
    for number in numbers { mailbox.post(.stop(at: MonotonicInstant(nanoseconds: number))) }
  }

  /// Takes messages in a turn of the loop, which the mailbox has woken.
  private func take(from mailbox: EventLoopMailbox, upTo limit: Int) -> [Int64] {
    var messages: [EventLoopMailbox.Message] = []
    mailbox.beginTurn()
    mailbox.silence()
    mailbox.take(into: &messages, upTo: limit)
    mailbox.sleep()
    return messages.map { if case .stop(let instant) = $0 { instant.nanoseconds } else { -1 } }
  }

  @Test("Messages are taken in order and in batches, and the loop is woken until there are none")
  func limit() throws {
    let mailbox = try EventLoopMailbox()
    #expect(!isReadable(mailbox))
    post(0..<5, to: mailbox)
    #expect(take(from: mailbox, upTo: 2) == [0, 1])
    #expect(isReadable(mailbox))
    post(5..<6, to: mailbox)
    #expect(take(from: mailbox, upTo: 2) == [2, 3])
    #expect(isReadable(mailbox))
    #expect(take(from: mailbox, upTo: 2) == [4, 5])
    #expect(!isReadable(mailbox))
    post(6..<7, to: mailbox)
    #expect(isReadable(mailbox))
    #expect(take(from: mailbox, upTo: 2) == [6])
  }

  @Test("Messages of a turn wake nobody, and the loop does not sleep before it has them")
  func turn() throws {
    let mailbox = try EventLoopMailbox()
    var messages: [EventLoopMailbox.Message] = []
    mailbox.beginTurn()
    post(0..<3, to: mailbox)
    #expect(!isReadable(mailbox))
    #expect(!mailbox.rest(&messages, upTo: 2))
    #expect(messages.count == 2)
    // The third one.
    mailbox.sleep()
    #expect(isReadable(mailbox))
    #expect(take(from: mailbox, upTo: 2) == [2])
    messages = []
    mailbox.beginTurn()
    #expect(mailbox.rest(&messages, upTo: 2))
    post(3..<4, to: mailbox)
    #expect(isReadable(mailbox))
  }

  @Test("The loop is woken at the end of a piece of work")
  func together() throws {
    let mailbox = try EventLoopMailbox()
    Wakes.coalesce {
      post(0..<1, to: mailbox)
      Wakes.coalesce { post(1..<3, to: mailbox) }
      #expect(!isReadable(mailbox))
    }
    #expect(isReadable(mailbox))
    #expect(take(from: mailbox, upTo: 5) == [0, 1, 2])
    #expect(!isReadable(mailbox))
  }

  @Test("Another thread's message wakes the loop at once, with those before it")
  func otherThread() throws {
    let mailbox = try EventLoopMailbox()
    Wakes.coalesce {
      post(0..<1, to: mailbox)
      onSmallThread(kilobytes: 64) { mailbox.post(.tick) }
      #expect(isReadable(mailbox))
      #expect(take(from: mailbox, upTo: 5) == [0, -1])
    }
    // All messages were taken: there is no reason to wake up.
    #expect(!isReadable(mailbox))
    post(2..<3, to: mailbox)
    #expect(isReadable(mailbox))
  }
}
