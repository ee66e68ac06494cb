import BackstackPlatform
import BackstackSessions
import BackstackTestSupport
import Foundation
import Glibc

/// A transport of lines over a Unix socket: an example of what has to be written for another one.
///
/// - `create FEATURE` is answered with `session ID` and then like `read`.
/// - `read ID`, `send ID ACTION`, `end ID`: `version NUMBER STATE`, `ended`, or `refused REASON`.
/// - `once KEY send ID ACTION`: the action is processed once, however often the line comes.
/// - `follow ID`: a `version` line for the present version and for each later one, until the session
///   ends.
///
/// A line that waits, as for the storage, may be answered after a later one.
final class LineTransport: Sendable {
  private let door: any SessionDoor
  private let listener: Int32

  /// Listens at a path.
  init(_ door: any SessionDoor, at path: String) {
    self.door = door
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    withUnixAddress(path) { _ = bind(listener, $0, $1) }
    listen(listener, 8)
    Thread.detachNewThread { [self] in accept() }
  }

  private func accept() {
    while case let connection = acceptConnection(listener), connection >= 0 {
      Thread.detachNewThread { [door] in LineConnection(connection, door).serve() }
    }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

/// One connection, served by a thread of its own.
final class LineConnection: RequestSender {
  private let lines: LineSocket
  private let door: any SessionDoor
  private let pending = Guarded<PendingReply?>(nil)

  init(_ descriptor: Int32, _ door: any SessionDoor) {
    lines = LineSocket(descriptor)
    self.door = door
  }

  var client: Int? { ObjectIdentifier(self).hashValue }

  func willWait(for reply: PendingReply) { pending.withLock { $0 = reply } }

  /// Answers lines until the client leaves.
  func serve() {
    while let line = lines.next() { answer(line) }
    pending.withLock { $0 }?.send()
    lines.close()
  }

  private func answer(_ line: String) {
    var words = line.split(separator: " ", maxSplits: 2).map(String.init)
    var key: String?
    if words.count > 2, words[0] == "once" {
      key = words[1]
      words = words[2].split(separator: " ", maxSplits: 2).map(String.init)
    }
    guard words.count > 1 else { return lines.write("refused a line is a word and an argument") }
    if words[0] == "create" {
      let json = #"{"feature":"\#(words[1])"}"#
      return door.create(CreationRequest(json: Array(json.utf8), for: nil)) { [self] outcome in
        var prefix = ""
        if case .processed(let reply) = outcome { prefix = "session \(reply.session.context.id)\n" }
        tell(outcome, after: prefix)
      }
    }
    guard let id = SessionID(words[1]) else { return lines.write("refused there is no such id") }
    switch words[0] {
    case "read": perform(.read, id)
    case "send" where words.count > 2:
      let json = Array(words[2].utf8)
      // With its content: the same key of another action is another request.
      let key = key.map { IdempotencyKey(text: $0, of: "send \(id)".utf8, json) }
      perform(.send(json: json), id, once: key)
    case "end": perform(.end, id)
    case "follow": follow(id, from: nil)
    default: lines.write("refused there is no \(words[0])")
    }
  }

  private func perform(
    _ command: SessionRequest.Command, _ id: SessionID, once key: IdempotencyKey? = nil
  ) {
    var request = SessionRequest(command, of: id, for: .anyone)
    request.sender = self
    request.key = key
    door.perform(request) { [self] outcome in tell(outcome) }
  }

  /// Tells the present version, or the next one after a version, and then those that follow.
  private func follow(_ id: SessionID, from version: Int?) {
    var request = SessionRequest(.read, of: id, for: .anyone)
    request.sender = self
    if let version { request.wait = .change(from: [version], seconds: 60) }
    door.perform(request) { [self] outcome in
      guard case .processed(let reply) = outcome else { return tell(outcome) }
      let latest = reply.session.version
      if latest != version { tell(outcome) }
      if !lines.isClosed { follow(id, from: latest) }
    }
  }

  /// Tells what has become of a request, once that is stored.
  private func tell(_ outcome: SessionOutcome, after prefix: String = "") {
    let line =
      switch (outcome, outcome.snapshot) {
      case (.replay(.answered(let answer), _), _): String(decoding: answer.content, as: UTF8.self)
      case (_, .success(let snapshot)?):
        "version \(snapshot.version) \(String(decoding: snapshot.content, as: UTF8.self))"
      case (_, .failure(let error)?): "refused \(error)"
      case (.ended, nil): "ended"
      // The server stops.
      case (.unchanged, nil): "ended"
      case (.refused(let refusal), nil): "refused \(refusal.error)"
      default: "refused try again"
      }
    // Before the client gets it: the same line that comes again gets the same.
    if case .processed(let reply) = outcome {
      reply.store(Answer(head: Array(#"{"isLine":true}"#.utf8), content: Array(line.utf8)))
    }
    outcome.whenStored { [lines] failure in
      lines.write(failure.map { "refused \($0)" } ?? prefix + line)
    }
  }
}
