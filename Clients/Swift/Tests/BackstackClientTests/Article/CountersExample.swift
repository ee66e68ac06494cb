import BackstackClient
import Foundation

struct Counters: Codable, Equatable, Sendable {
  var path: [Element]

  struct Element: Codable, Equatable, Sendable {
    var id: Int
    var state: Screen
  }

  /// A case of an enum is a member with its name: of several, one is there.
  struct Screen: Codable, Equatable, Sendable {
    var counter: Counter?
  }

  struct Counter: Codable, Equatable, Sendable {
    var count: Int
  }
}

enum CountersAction: Encodable, Sendable {
  case addCounterButtonTapped
  case increment(Int)

  func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }

  private var json: JSONValue {
    switch self {
    case .addCounterButtonTapped: "addCounterButtonTapped"
    case .increment(let id): ["path": .element(id, ["counter": "incrementButtonTapped"])]
    }
  }
}

/// Opens a counter, adds another one, increments the first, and returns the counts.
func countersAfterTwoActions(_ server: URL) async throws -> [Int] {
  let session = try await RemoteSession<Counters, CountersAction>.open(
    server, feature: "counters", link: "/counters/3")
  try await session.send(.addCounterButtonTapped)
  try await session.send(.increment(0))
  return await session.snapshot.state.path.compactMap(\.state.counter?.count)
}

/// Prints what the session shows, until it ends.
func printCounts(_ session: RemoteSession<Counters, CountersAction>) async {
  for await snapshot in await session.snapshots {
    print(snapshot.version, snapshot.state.path.compactMap(\.state.counter?.count))
  }
  if case .gone(let error) = await session.status { print(error) }
}
