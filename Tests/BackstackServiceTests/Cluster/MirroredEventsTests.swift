import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import BackstackSessionsTestSupport
import BackstackTestSupport
import Testing

@testable import BackstackService

@Suite("Events of sessions of other nodes")
struct MirroredEventsTests {
  // MARK: The stream

  private static let stream =
    "retry: 1000\n\nevent: snapshot\nid: 4\ndata: {\"a\":1}\n\n:\n\n"
    + "event: patch\nid: 5\nbase: 4\ndata: []\n\nevent: end\ndata: {\"reason\":\"deleted\"}\n\n"

  private static let events: [EventStreamParser.Event] = [
    .other(text: Array("retry: 1000\n\n".utf8)),
    .version(4, base: nil, text: Array("event: snapshot\nid: 4\ndata: {\"a\":1}\n\n".utf8)),
    .heartbeat,
    .version(5, base: 4, text: Array("event: patch\nid: 5\nbase: 4\ndata: []\n\n".utf8)),
    .end(data: Array("{\"reason\":\"deleted\"}".utf8)),
  ]

  @Test("A stream is read the same, wherever it is split")
  func splits() throws {
    let bytes = Array(Self.stream.utf8)
    for split in 0...bytes.count {
      var parser = EventStreamParser(limit: 200)
      let events = try parser.append(Array(bytes[..<split])) + parser.append(Array(bytes[split...]))
      #expect(events == Self.events, "split at \(split)")
    }
    var parser = EventStreamParser(limit: 200)
    #expect(try bytes.flatMap { try parser.append([$0]) } == Self.events)
  }

  @Test(
    "What is no stream of this service is refused",
    arguments: [
      "event: snapshot\ndata: {}\n\n", "event: patch\nid: 1\ndata: []\n\n", "no colon\n\n",
      "event: other\nid: 1\n\n", "event: snapshot\nid: x\n\n",
      "event: snapshot\nid: 1\nbase: 0\n\n",
      String(repeating: "data: long", count: 30),
    ])
  func malformed(text: String) {
    var parser = EventStreamParser(limit: 200)
    #expect(throws: EventStreamParser.Malformed.self) { try parser.append(Array(text.utf8)) }
  }

  // MARK: The log

  private func version(_ version: Int, base: Int? = nil) -> EventStreamParser.Event {
    .version(version, base: base, text: Array("\(base ?? -1)>\(version)".utf8))
  }

  private func texts(_ log: MirrorLog, after version: Int?) -> [String] {
    switch log.log.changes(after: version) {
    case .nothing: []
    case .missingSnapshot: ["missing"]
    case .snapshot(let text, _): [String(decoding: text, as: UTF8.self)]
    case .patches(let entries): entries.map { String(decoding: $0.event, as: UTF8.self) }
    }
  }

  @Test("Readers get patches from the version that they have, else a snapshot")
  func log() {
    var log = MirrorLog(from: 3)
    #expect(texts(log, after: 3) == [] && texts(log, after: nil) == ["missing"])
    #expect(log.note(version(4, base: 3)) == .wake)
    #expect(log.note(version(6, base: 4)) == .wake)
    #expect(texts(log, after: 3) == ["3>4", "4>6"] && texts(log, after: 4) == ["4>6"])
    // A snapshot of the same version is one for new readers, and takes nothing from the others.
    #expect(log.note(version(6)) == .wake)
    #expect(texts(log, after: nil) == ["-1>6"] && texts(log, after: 3) == ["3>4", "4>6"])
    // What came already is not new, and what lacks something is no change.
    #expect(log.note(version(6, base: 4)) == .nothing && log.note(version(5, base: 4)) == .nothing)
    #expect(log.note(version(9, base: 8)) == .renew)
    #expect(log.version == 6)
    #expect(log.note(version(9)) == .wake)
    #expect(texts(log, after: 6) == ["-1>9"] && texts(log, after: 9) == [])
  }

  @Test("A session that has ended has ended for the readers; one that was lost is asked for again")
  func end() {
    var log = MirrorLog(from: nil)
    #expect(log.note(.heartbeat) == .wake && log.heartbeats == 1)
    #expect(log.note(.other(text: [])) == .nothing && log.end == nil)
    var lost = log
    lost.giveUp()
    #expect(lost.end?.name == "passivated")
    #expect(log.note(.end(data: Array(#"{"reason":"deleted"}"#.utf8))) == .wake)
    #expect(log.end == .deleted)
    log.giveUp()
    #expect(log.end == .deleted)
    #expect(MirrorLog(from: nil).end == nil)
  }

  @Test(
    "Readers learn why another node refuses to continue",
    arguments: [
      (401, "passivated", true), (404, "passivated", true), (403, "passivated", false),
      (429, "passivated", false), (410, "expired", false),
    ])
  func refusals(status: Int, end: String, isRefused: Bool) {
    var log = MirrorLog(from: 1)
    let problem = #"{"status":\#(status),"reason":"expired"}"#
    log.giveUp(after: HTTPResponse(status: HTTPStatus(status), body: .text(problem)))
    #expect(log.end?.name == end && log.isRefused == isRefused)
  }

  // MARK: The streams between nodes

  /// A node that has the session, as far as its stream goes.
  private final class Owner: HTTPStreamSource {
    private let waker = Guarded<HTTPStreamWaker?>(nil)
    private let output = Guarded<[UInt8]>([])
    private let progress = Guarded(HTTPStreamProgress.waiting)
    let outcome = Guarded<HTTPStreamOutcome?>(nil)

    func send(_ text: String) {
      output.withLock { $0 += Array(text.utf8) }
      waker.withLock { $0 }?.wake()
    }

    func end(_ progress: HTTPStreamProgress) {
      self.progress.withLock { $0 = progress }
      waker.withLock { $0 }?.wake()
    }

    func start(_ waker: HTTPStreamWaker) { self.waker.withLock { $0 = waker } }

    func produce(into bytes: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
      bytes = output.withLock { output in
        defer { output = [] }
        return output
      }
      return bytes.isEmpty ? progress.withLock { $0 } : .more
    }

    func finish(_ outcome: HTTPStreamOutcome) { self.outcome.withLock { $0 = outcome } }
  }

  /// The requests of a mirror.
  private final class Peers: Sendable {
    let asked = Guarded<[(version: Int?, respond: @Sendable (HTTPResponse) -> Void)]>([])
    let isOver = Guarded(false)
    let timer = ManualTimer()

    func mirror(after version: Int? = nil) -> MirroredEvents {
      MirroredEvents(
        after: version, limit: 1000, silence: 40, timer: timer, streams: EventStreams { $0() },
        ask: { [self] version, respond in asked.withLock { $0.append((version, respond)) } },
        whenOver: { [self] _ in isOver.withLock { $0 = true } })
    }

    /// Responds to the last question with a stream.
    func stream() -> Owner {
      let owner = Owner()
      asked.withLock { $0.last }?.respond(HTTPResponse(body: .stream(owner)))
      return owner
    }

    func versions() -> [Int?] { asked.withLock { $0.map(\.version) } }
  }

  private final class Reader {}

  private func isPatch(_ mirror: MirroredEvents, after version: Int) -> Bool {
    if case .patches = mirror.changes(after: version).changes { true } else { false }
  }

  private func until(_ isSo: () -> Bool) async { while !isSo() { await letOthersWork() } }

  @Test(
    "A stream that breaks begins again at the version that was reached, with ever longer pauses")
  func breaks() async {
    let peers = Peers()
    let mirror = peers.mirror(after: 1)
    let refusals = Guarded(0)
    for _ in 0..<2 {
      #expect(mirror.join { if $0 != nil { refusals.withLock { $0 += 1 } } })
    }
    #expect(peers.versions() == [1])
    let reader = Reader()
    let wakes = Guarded(0)
    mirror.add(ObjectIdentifier(reader), after: 1) { wakes.withLock { $0 += 1 } }
    let first = peers.stream()
    first.send("event: patch\nid: 2\nbase: 1\ndata: []\n\n")
    await until { isPatch(mirror, after: 1) }
    first.end(.failed)
    await until { peers.versions().count == 2 }
    #expect(peers.versions() == [1, 2])
    // A gap is filled by a snapshot; the stream that had it is over.
    let second = peers.stream()
    second.send("event: patch\nid: 9\nbase: 8\ndata: []\n\n")
    await until { peers.versions().count == 3 }
    #expect(peers.versions() == [1, 2, nil])
    let third = peers.stream()
    await until { second.outcome.withLock { $0 } == .cancelled }
    third.send("event: snapshot\nid: 9\ndata: {}\n\n")
    await until { mirror.changes(after: 9).changes.isNothing }
    // It is not refused because a node fails for a moment, but in the end.
    third.end(.end)
    await until { peers.versions().count == 4 }
    for _ in 2...MirroredEvents.pauses.count {
      let count = peers.versions().count
      peers.asked.withLock { $0.last }?.respond(HTTPResponse(status: .serviceUnavailable))
      await until { peers.timer.count == 1 }
      peers.timer.advance(by: 2)
      await until { peers.versions().count == count + 1 }
    }
    #expect(mirror.changes(after: 9).end == nil)
    peers.asked.withLock { $0.last }?.respond(HTTPResponse(status: .serviceUnavailable))
    await until { peers.isOver.withLock { $0 } }
    #expect(mirror.changes(after: 9).end?.name == "passivated")
    #expect(refusals.withLock { $0 } == 0 && wakes.withLock { $0 } > 0)
    #expect(!mirror.join { _ in })
  }

  @Test("A stream that is silent for longer than heartbeats take is asked for again")
  func silence() async {
    let peers = Peers()
    let mirror = peers.mirror()
    _ = mirror.join { _ in }
    let dead = peers.stream()
    dead.send("event: snapshot\nid: 4\ndata: {}\n\n")
    await until {
      mirror.changes(after: 4).changes.isNothing && mirror.changes(after: nil).changes.isSnapshot
    }
    peers.timer.advance(by: 40)
    #expect(peers.versions() == [nil])
    dead.send(":\n\n")
    await until { mirror.heartbeats == 1 }
    peers.timer.advance(by: 40)
    #expect(peers.versions() == [nil])
    peers.timer.advance(by: 40)
    #expect(peers.versions() == [nil, 4])
    await until { dead.outcome.withLock { $0 } == .cancelled }
    // It continues with the next one, whatever the dead one still brings.
    let next = peers.stream()
    dead.send("event: patch\nid: 9\nbase: 8\ndata: []\n\n")
    next.send("event: patch\nid: 5\nbase: 4\ndata: []\n\n")
    await until { isPatch(mirror, after: 4) }
    #expect(peers.versions() == [nil, 4])
    #expect(peers.timer.count == 1)
  }

  @Test("A refusal is for all that wait for the first stream, and ends those that come later")
  func refusal() async {
    let peers = Peers()
    let mirror = peers.mirror()
    let refusals = Guarded<[HTTPStatus?]>([])
    for _ in 0..<2 {
      _ = mirror.join { response in refusals.withLock { $0.append(response?.status) } }
    }
    peers.asked.withLock { $0.last }?.respond(HTTPResponse(status: .notFound))
    #expect(refusals.withLock { $0 } == [.notFound, .notFound])
    #expect(peers.isOver.withLock { $0 } && !mirror.join { _ in })
    let other = Peers()
    let known = other.mirror()
    _ = known.join { _ in }
    let owner = other.stream()
    owner.end(.end)
    await until { other.versions().count == 2 }
    // It is gone, or may not be followed any more.
    other.asked.withLock { $0.last }?.respond(HTTPResponse(status: .forbidden))
    #expect(known.changes(after: 1).end?.name == "passivated")
  }

  @Test("Events that one has joined and does not read are over")
  func unread() async {
    let peers = Peers()
    let mirror = peers.mirror()
    // Refused by a quota, say.
    _ = mirror.join { _ in mirror.endIfUnread() }
    let owner = peers.stream()
    await until { owner.outcome.withLock { $0 } == .cancelled }
    #expect(peers.isOver.withLock { $0 } && peers.timer.count == 0)
  }

  @Test("The stream ends with its last reader")
  func lastReader() async {
    let peers = Peers()
    let mirror = peers.mirror()
    let readers = [Reader(), Reader()]
    for reader in readers {
      _ = mirror.join { _ in }
      mirror.add(ObjectIdentifier(reader), after: nil) {}
    }
    let owner = peers.stream()
    mirror.remove(ObjectIdentifier(readers[0]))
    #expect(!peers.isOver.withLock { $0 })
    mirror.remove(ObjectIdentifier(readers[1]))
    await until { owner.outcome.withLock { $0 } == .cancelled }
    #expect(peers.isOver.withLock { $0 })
  }
}

extension EventLog.Changes {
  fileprivate var isNothing: Bool { if case .nothing = self { true } else { false } }
  fileprivate var isSnapshot: Bool { if case .snapshot = self { true } else { false } }
}
