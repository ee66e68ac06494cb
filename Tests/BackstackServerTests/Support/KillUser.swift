import BackstackCoding
import Synchronization
import Testing

/// A client that remembers what the server acknowledged. Several may share a session.
///
/// Its actions push screens with numbers that tell whose they are and in which order they were sent.
final class KillUser: Sendable {
  enum Way: Sendable {
    /// One request after the other.
    case requests
    /// Several messages at a time on a socket, which also brings the patches of all users' actions.
    case socket
  }

  private struct State: Sendable {
    /// The number of the last action that was acknowledged; the first one has the number 1.
    var acknowledged = 0
    /// The number of the last action that was sent.
    var sent = 0
    /// The version of the last acknowledgement.
    var version = 0
    /// The snapshot that the socket has made of its messages.
    var copy: JSONLiteral?
    /// The version of the copy.
    var copied: Int?
  }

  private let path: String
  private let number: Int
  private let way: Way
  private let state = Mutex(State())

  /// More than the actions of a user.
  private static let block = 1_000_000
  /// How many messages wait for their answers on a socket.
  private static let burst = 3

  /// - Parameter partner: The user whose session it shares; by default, it creates one of its own.
  init(
    _ client: CurlClient, number: Int, sharing partner: KillUser? = nil, by way: Way = .requests
  ) async throws {
    if let partner {
      path = partner.path
    } else {
      path = try await SessionClient(client, creating: #"{"feature":"counters"}"#).path
    }
    self.number = number
    self.way = way
  }

  // MARK: Actions

  private func action(_ index: Int) -> String {
    let count = -(number * Self.block + index)
    return #"{"path":{"push":{"state":{"counter":{"count":\#(count)}}}}}"#
  }

  private func key(_ index: Int) -> String { "user-\(number)-\(index)" }

  private func message(_ index: Int) -> String {
    #"{"id":\#(index),"send":\#(action(index)),"key":"\#(key(index))"}"#
  }

  /// Returns the numbers of this user's actions, in the order in which they took effect.
  private func own(_ snapshot: JSON) -> [Int] {
    snapshot.counters.map { -($0.last ?? 0) }.filter { $0 / Self.block == number }
      .map { $0 % Self.block }
  }

  private static func indices(upTo last: Int) -> [Int] { (0..<last).map { $0 + 1 } }

  private func next() -> Int {
    state.withLock { state in
      state.sent += 1
      return state.sent
    }
  }

  /// Notes an acknowledgement. They come in the order of the actions, with higher and higher versions.
  private func acknowledge(_ index: Int, version: Int) {
    state.withLock { state in
      #expect(index == state.acknowledged + 1)
      #expect(version > state.version)
      state.acknowledged = index
      state.version = version
    }
  }

  // MARK: Work

  /// Pushes screens until the server is gone.
  func work(_ client: CurlClient, acknowledged: @Sendable () -> Void) async {
    switch way {
    case .requests: await request(client, acknowledged)
    case .socket: try? await send(client, acknowledged)
    }
  }

  private func request(_ client: CurlClient, _ acknowledged: @Sendable () -> Void) async {
    while true {
      let index = next()
      guard let answer = try? await post(index, client), answer.status == 200,
        let snapshot = try? answer.json
      else { return }
      #expect(own(snapshot) == Self.indices(upTo: index))
      acknowledge(index, version: snapshot["version"]?.integer ?? -1)
      acknowledged()
    }
  }

  private func post(_ index: Int, _ client: CurlClient) async throws -> Answer {
    try await client.post(
      path + "/actions", action(index), fields: ["Idempotency-Key": key(index)])
  }

  private func send(_ client: CurlClient, _ acknowledged: @Sendable () -> Void) async throws {
    let socket = try await open(client)
    while true {
      for _ in 0..<Self.burst { try await socket.send(message(next())) }
      for _ in 0..<Self.burst {
        try await receiveAnswer(socket)
        acknowledged()
      }
    }
  }

  private func open(_ client: CurlClient) async throws -> SocketClient {
    try await SocketClient(client.origin, path, after: state.withLock { $0.copied })
  }

  /// Receives messages until one is the answer to the first action without one.
  private func receiveAnswer(_ socket: SocketClient) async throws {
    while true {
      let message = try await socket.receive()
      try take(message)
      guard let id = message["id"]?.integer else { continue }
      let version = try #require(message["version"]?.integer, "\(message)")
      let copied = state.withLock { $0.copied } ?? -1
      #expect(copied >= version, "The patch comes before the answer.")
      return acknowledge(id, version: version)
    }
  }

  /// Makes the copy of a snapshot or a patch.
  private func take(_ message: JSONLiteral) throws {
    if let snapshot = message["snapshot"] {
      return state.withLock { state in
        let version = snapshot["version"]?.integer ?? -1
        // Nothing that a client has read is undone.
        #expect(version >= state.copied ?? 0)
        state.copy = snapshot
        state.copied = version
      }
    }
    guard let base = message["base"]?.integer, case .array(let patch)? = message["patch"] else {
      return
    }
    try state.withLock { state in
      #expect(base == state.copied)
      for operation in patch {
        let fits = state.copy?.apply(operation)
        try #require(fits == true, "\(operation)")
      }
      state.copied = message["version"]?.integer
    }
  }

  // MARK: After a kill

  /// Expects everything that was acknowledged, repeats the actions that got no answer, by the other
  /// way in every second round, and expects that each was processed once, in order.
  func recover(_ client: CurlClient, _ round: Int) async throws {
    let known = state.withLock { $0 }
    let found = try await client.get(path)
    try #require(found.status == 200, "round \(round): \(found.text)")
    let snapshot = try found.json
    let indices = own(snapshot)
    // The last ones were processed or not. Nothing else may have happened.
    #expect(indices == Self.indices(upTo: indices.count), "round \(round)")
    #expect(
      (known.acknowledged...known.sent).contains(indices.count), "round \(round): \(indices)")
    #expect(snapshot["version"]?.integer == snapshot.counters.count, "round \(round)")
    let usesSocket = (way == .socket) == round.isMultiple(of: 2)
    let socket = try await open(client)
    try await compare(socket, with: found)
    for index in (known.acknowledged..<known.sent).map({ $0 + 1 }) {
      if usesSocket {
        try await socket.send(message(index))
        try await receiveAnswer(socket)
      } else {
        let answer = try await post(index, client)
        // One that came by a socket has no snapshot.
        #expect([200, 204].contains(answer.status), "round \(round): \(answer.text)")
        acknowledge(
          index, version: Int(answer.fields["etag"]?.filter(\.isNumber) ?? "") ?? -1)
      }
    }
    let after = try await client.get(path)
    #expect(try own(after.json) == Self.indices(upTo: known.sent), "round \(round)")
    try await compare(socket, with: after)
  }

  /// Receives messages up to the version of a response, and expects the state of that.
  private func compare(_ socket: SocketClient, with answer: Answer) async throws {
    let snapshot = try JSONLiteral(decoding: answer.content)
    while state.withLock({ $0.copied }) != snapshot["version"]?.integer {
      try take(try await socket.receive())
    }
    let copy = state.withLock { $0.copy }
    #expect(copy?["state"] == snapshot["state"])
  }
}

/// Runs an action at the last of a number of calls.
final class Trigger: Sendable {
  private let remaining: Mutex<Int>
  private let action: @Sendable () -> Void

  init(after count: Int, _ action: @escaping @Sendable () -> Void) {
    remaining = Mutex(count)
    self.action = action
  }

  @Sendable
  func pull() {
    let isLast = remaining.withLock { remaining in
      remaining -= 1
      return remaining == 0
    }
    if isLast { action() }
  }
}
