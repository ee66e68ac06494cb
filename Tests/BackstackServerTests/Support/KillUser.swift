import Synchronization
import Testing

/// A client that remembers what the server acknowledged.
final class KillUser: Sendable {
  private struct State: Sendable {
    /// The version and the count of the last response.
    var version: Int
    var count: Int
    /// The key of a request that got no response.
    var pending: String?
    var keys = 0
  }

  private let path: String
  private let number: Int
  private let state: Mutex<State>

  /// Far below five, where a counter dismisses itself.
  private static let start = -1_000_000
  private static let increment =
    #"{"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}"#

  init(_ client: CurlClient, number: Int) async throws {
    let session = try await SessionClient(
      client, creating: #"{"feature":"counters","link":"/counters/\#(Self.start)"}"#)
    path = session.path
    self.number = number
    state = Mutex(State(version: 0, count: Self.start))
  }

  /// Increments the counter until the server is gone.
  func work(_ client: CurlClient, acknowledged: @Sendable () -> Void) async {
    while true {
      let key = state.withLock { state in
        state.keys += 1
        let key = "user-\(number)-\(state.keys)"
        state.pending = key
        return key
      }
      guard
        let answer = try? await client.post(
          path + "/actions", Self.increment, fields: ["Idempotency-Key": key]),
        let snapshot = try? answer.json, answer.status == 200
      else { return }
      note(snapshot)
      acknowledged()
    }
  }

  private func note(_ snapshot: JSON) {
    state.withLock { state in
      state.version = snapshot["version"]?.integer ?? -1
      state.count = snapshot.counters.first?.last ?? -1
      state.pending = nil
    }
  }

  /// Expects everything that was acknowledged, repeats the request that got no response, and
  /// expects that it was processed once.
  func recover(_ client: CurlClient, _ round: Int) async throws {
    let known = state.withLock { $0 }
    let found = try await client.get(path)
    #expect(found.status == 200, "round \(round): \(found.text)")
    let version = try found.json["version"]?.integer ?? -1
    // The last request was processed or not. Nothing else may have happened.
    let possible =
      known.pending == nil
      ? known.version...known.version
      : known.version...known.version + 1
    #expect(possible.contains(version), "round \(round): \(version) after \(known.version)")
    #expect(
      try found.json.counters == [[0, Self.start + version]], "round \(round): \(found.text)")
    guard let pending = known.pending else { return }
    let again = try await client.post(
      path + "/actions", Self.increment, fields: ["Idempotency-Key": pending])
    #expect(again.status == 200, "round \(round): \(again.text)")
    note(try again.json)
    state.withLock { state in
      #expect(state.version == known.version + 1, "round \(round)")
      #expect(state.count == known.count + 1, "round \(round)")
    }
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
