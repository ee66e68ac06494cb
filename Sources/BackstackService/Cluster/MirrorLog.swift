import BackstackHTTP
import BackstackSessions
import FoundationEssentials

/// The events of a session that another node has: the events of the other node's stream go in, and
/// the readers here get them.
struct MirrorLog {
  /// The steps after an event.
  enum Step: Equatable {
    case nothing
    /// Wake the readers.
    case wake
    /// Begin a stream with a snapshot: there is a gap.
    case renew
  }

  private(set) var log = EventLog()
  private(set) var end: SessionEndReason?
  /// Whether there is no such session any more for this client.
  private(set) var isRefused = false
  private(set) var heartbeats = 0
  /// The size of the last snapshot, as that of the session's state.
  private var size = 64 * 1024

  /// Creates a log.
  ///
  /// - Parameter version: The version from which the stream begins; `nil` for a snapshot.
  init(from version: Int?) {
    if let version { log.append(version, stateSize: size) { _ in [] } }
  }

  /// The newest known version, from which a stream may continue.
  var version: Int? { log.head }

  /// Records an event of the stream.
  mutating func note(_ event: EventStreamParser.Event) -> Step {
    switch event {
    case .version(let version, nil, let text):
      size = text.count
      if version != log.head {
        // The readers get it in place of the patches that they lack.
        log = EventLog()
        log.append(version, stateSize: size) { _ in [] }
      }
      log.keep(text)
      return .wake
    case .version(let version, let base?, let text):
      // An earlier stream may have brought it.
      if let head = log.head, version <= head { return .nothing }
      guard base == log.head else { return .renew }
      log.append(version, stateSize: size) { _ in text }
      return .wake
    case .end(let data):
      struct Reason: Decodable { let reason: String }
      let reason = try? JSONDecoder().decode(Reason.self, from: Data(data))
      end = reason.map { SessionEndReason(stored: $0.reason) } ?? .passivated
      return .wake
    case .heartbeat:
      heartbeats += 1
      return .wake
    case .other: return .nothing
    }
  }

  /// Ends the streams of the readers, who have to connect again.
  ///
  /// - Parameter refusal: The response with which the other node has refused to continue.
  mutating func giveUp(after refusal: HTTPResponse? = nil) {
    guard end == nil else { return }
    // The problem has the reason, too.
    if let refusal, refusal.status == .gone { _ = note(.end(data: refusal.body.bytes)) }
    isRefused = refusal?.status == .unauthorized || refusal?.status == .notFound
    end = end ?? .passivated
  }
}
