import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// The commands of one socket that wait, their answers, and the position in the session's events: it
/// decides what is sent next.
///
/// Answers are sent in the order of their commands. An answer waits until the reader has the version
/// that its command led to, so that there is one copy of the state on each side.
struct SocketQueue: Sendable {
  /// A message of the client that waits for those before it.
  private enum Item: Sendable {
    case command(SocketCommand, bytes: Int)
    /// No command; its answer is a problem.
    case refused(id: Int, [UInt8])

    var bytes: Int {
      switch self {
      case .command(_, let bytes): bytes
      case .refused(_, let answer): answer.count
      }
    }
  }

  /// The answer to a command.
  private enum Answer: Sendable {
    /// Not known yet.
    case pending
    /// A message, once the reader has a version.
    case message([UInt8], version: Int?)
    /// The next snapshot.
    case snapshot

    var bytes: Int { if case .message(let message, _) = self { message.count } else { 0 } }
  }

  /// How the socket ends.
  private enum Ending: Sendable {
    /// Once the commands that were begun have their answers.
    case draining(WebSocketClose)
    /// As soon as the message that is being sent is complete.
    case closing(WebSocketClose)
  }

  /// The version that the reader has.
  private(set) var version: Int?
  /// Whether events are looked up again because the reader wants a snapshot.
  private var isReading = false
  private var waiting = Deque<Item>()
  private var isProcessing = false
  private var answers = Deque<(id: Int, answer: Answer)>()
  /// The number of answers that were sent.
  private var sentAnswers = 0
  private var hasSentEnd = false
  private var ending: Ending?
  /// Whether more messages have come than may wait.
  private(set) var hasOverflowed = false

  /// The maximum number of commands that wait to be processed or answered.
  static let maximumWaiting = 32

  init(version: Int?) { self.version = version }

  /// The number of bytes of the messages and the answers that wait.
  var bufferedBytes: Int {
    waiting.reduce(0) { $0 + $1.bytes } + answers.reduce(0) { $0 + $1.answer.bytes }
  }

  // MARK: Commands

  /// Adds a command.
  ///
  /// - Parameter bytes: The length of its message.
  mutating func add(_ command: SocketCommand, bytes: Int) { add(.command(command, bytes: bytes)) }

  /// Adds a message that is no command, with its answer.
  mutating func add(refused id: Int, _ answer: [UInt8]) { add(.refused(id: id, answer)) }

  private mutating func add(_ item: Item) {
    if ending != nil { return }
    guard waiting.count + answers.count < Self.maximumWaiting else {
      hasOverflowed = true
      // Without the answers, a client that sends everything again would never get further.
      return drain(
        WebSocketClose(
          .policyViolation, "At most \(Self.maximumWaiting) messages may wait for their answers."))
    }
    waiting.append(item)
  }

  /// Returns the next command to process, and the number of its answer; `nil` while another one is
  /// being processed.
  mutating func begin() -> (command: SocketCommand, number: Int)? {
    while !isProcessing, let item = waiting.popFirst() {
      switch item {
      case .refused(let id, let message):
        answers.append((id, .message(message, version: nil)))
      case .command(let command, _):
        isProcessing = true
        answers.append((command.id, .pending))
        return (command, sentAnswers + answers.count - 1)
      }
    }
    return nil
  }

  /// Notes that the command was processed; its answer may follow later.
  mutating func processed() { isProcessing = false }

  /// Sets the answer of a command.
  ///
  /// - Parameter version: The version that the reader has to have before.
  mutating func answer(_ number: Int, _ message: [UInt8], version: Int?) {
    set(number, .message(message, version: version))
  }

  /// Answers a command with the next snapshot.
  mutating func answerWithSnapshot(_ number: Int) { set(number, .snapshot) }

  private mutating func set(_ number: Int, _ answer: Answer) {
    let index = number - sentAnswers
    if answers.indices.contains(index) { answers[index].answer = answer }
  }

  // MARK: Ending

  /// Closes the socket as soon as the message that is being sent is complete.
  mutating func end(_ reason: WebSocketClose) {
    if case .closing = ending { return }
    ending = .closing(reason)
    waiting.removeAll()
    answers.removeAll()
  }

  /// Closes the socket once the commands that were begun have their answers.
  mutating func drain(_ reason: WebSocketClose) {
    if ending == nil { ending = .draining(reason) }
    waiting.removeAll()
  }

  // MARK: Sending

  /// Returns the next action; `nil` if the events have to be looked up again.
  ///
  /// - Parameters:
  ///   - changes: The events after ``version``.
  ///   - end: Why the session has ended, if it has.
  mutating func next(_ changes: EventLog.Changes, end: SessionEndReason?) -> WebSocketAction? {
    if case .closing(let reason) = ending { return .close(reason) }
    // A snapshot follows: until then, the reader has no version of use.
    if case .missingSnapshot = changes { version = nil }
    switch answers.first {
    case (let id, .snapshot)?:
      if let action = nextSnapshot(id, changes, end) { return action }
      if isReading { return .waiting }
      isReading = true
      version = nil
      return nil
    case (_, .message(let message, let awaited))?
    where has(awaited) || end != nil && !changes.haveNews:
      removeAnswer()
      return .sendText([message[...]])
    default: break
    }
    switch changes {
    case .nothing, .missingSnapshot: break
    case .snapshot(let event, let version):
      self.version = version
      return .sendText(SocketMessage.snapshot(ServerSentEvent.data(of: event)))
    case .patches(let entries):
      guard let entry = entries.first else { break }
      version = entry.version
      return .sendText(SocketMessage.patch(entry))
    }
    if !answers.isEmpty || !waiting.isEmpty { return .waiting }
    return nextEnd(end)
  }

  private func has(_ awaited: Int?) -> Bool {
    guard let awaited else { return true }
    return version.map { $0 >= awaited } ?? false
  }

  private mutating func removeAnswer() {
    answers.removeFirst()
    sentAnswers += 1
  }

  /// Answers a command with the snapshot; `nil` if there is none yet.
  private mutating func nextSnapshot(
    _ id: Int, _ changes: EventLog.Changes, _ end: SessionEndReason?
  ) -> WebSocketAction? {
    if case .snapshot(let event, let version) = changes, isReading {
      isReading = false
      self.version = version
      removeAnswer()
      return .sendText(SocketMessage.snapshot(ServerSentEvent.data(of: event), answering: id))
    }
    guard let end else { return nil }
    isReading = false
    removeAnswer()
    return .sendText([SocketMessage.problem(Problem(SessionError.ended(end)), answering: id)[...]])
  }

  private mutating func nextEnd(_ end: SessionEndReason?) -> WebSocketAction {
    switch end {
    case .passivated?:
      return .close(WebSocketClose(.goingAway, "The session has left this server's memory."))
    case let end? where hasSentEnd:
      return .close(WebSocketClose(.endedSession, end.explanation))
    case let end?:
      hasSentEnd = true
      return .sendText([SocketMessage.end(end)[...]])
    case nil:
      if case .draining(let reason) = ending { return .close(reason) }
      return .waiting
    }
  }
}

extension EventLog.Changes {
  /// Whether there is something to send.
  fileprivate var haveNews: Bool {
    switch self {
    case .nothing, .missingSnapshot: false
    case .snapshot: true
    case .patches(let entries): !entries.isEmpty
    }
  }
}

extension WebSocketCloseCode {
  /// The client may not use the session any more.
  static let unauthorized = Self(rawValue: 4401)
  static let endedSession = Self(rawValue: 4410)
}

/// The messages that a socket sends.
enum SocketMessage {
  private static let endOfObject = Array("}".utf8)[...]
  /// Says nothing.
  static let nothing = [Array("{}".utf8)[...]]

  static func snapshot(
    _ snapshot: ArraySlice<UInt8>, answering id: Int? = nil
  ) -> [ArraySlice<UInt8>] {
    let member = id.map { "\"id\":\($0)," } ?? ""
    return [Array("{\(member)\"snapshot\":".utf8)[...], snapshot, endOfObject]
  }

  static func patch(_ entry: EventLog.Entry) -> [ArraySlice<UInt8>] {
    var members: [UInt8] = []
    members.reserveCapacity(64)
    members.append("{\"base\":")
    members.append(decimal: entry.base)
    members.append(",\"version\":")
    members.append(decimal: entry.version)
    members.append(",\"patch\":")
    return [members[...], ServerSentEvent.data(of: entry.event), endOfObject]
  }

  static func end(_ reason: SessionEndReason) -> [UInt8] {
    Array("{\"end\":".utf8) + EventCursor.data(of: reason) + endOfObject
  }

  /// The answer to a command that was processed.
  ///
  /// - Parameter issues: The member with its issues; empty if there are none.
  static func answer(_ id: Int, version: Int, issues: [UInt8]) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(64 + issues.count)
    message.append("{\"id\":")
    if id < 0 {
      message += Array(String(id).utf8)
    } else {
      message.append(decimal: id)
    }
    message.append(",\"version\":")
    message.append(decimal: version)
    if !issues.isEmpty {
      message.append(",")
      message += issues
    }
    message += endOfObject
    return message
  }

  static func problem(_ problem: Problem, answering id: Int) -> [UInt8] {
    self.problem(problem.response, answering: id)
  }

  /// - Parameter response: A response whose content is a problem.
  static func problem(_ response: HTTPResponse, answering id: Int) -> [UInt8] {
    let seconds = response.fields[.retryAfter].flatMap { Int($0) }
    let wait = seconds.map { "\"retryAfter\":\($0)," } ?? ""
    return Array("{\"id\":\(id),\(wait)\"problem\":".utf8) + response.body.bytes + endOfObject
  }
}
