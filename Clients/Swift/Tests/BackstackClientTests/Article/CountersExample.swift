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

/// Continues the session that the program has kept, or opens another one.
func continueSession(
  _ server: URL, id: String?
) async throws -> RemoteSession<Counters, CountersAction> {
  if let id {
    do {
      return try await .resume(server, id: id, feature: "counters")
    } catch RemoteError.gone(let reason) {
      print("The last session has ended: \(reason).")
    }
  }
  return try await .open(server, feature: "counters")
}

/// Increments a counter, but never above 4, where it would dismiss itself.
func incrementToFour(
  _ session: RemoteSession<Counters, CountersAction>, id: Int
) async throws -> RemoteOutcome {
  try await session.send(.increment(id)) { state in
    state.path.contains { $0.id == id && ($0.state.counter?.count ?? 4) < 4 }
  }
}

/// Presses the first button of the toolbar, and returns the titles of what is shown then.
@MainActor
func titlesAfterAdding(_ server: URL) async throws -> [String?] {
  let screen = try await RemoteScreen.open(server, feature: "inventory")
  if let root = screen.levels.first, let add = root.toolbar.first {
    await screen.press(add, on: root)?.value
  }
  return screen.levels.map(\.title)
}
