import BackstackClient

/// What a program writes for the demo's feature `counters`.
struct Counters: Codable, Equatable, Sendable {
  var path: [Element]

  struct Element: Codable, Equatable, Sendable {
    var id: Int
    var state: Screen
  }

  struct Screen: Codable, Equatable, Sendable {
    var counter: Counter
  }

  struct Counter: Codable, Equatable, Sendable {
    var count: Int
  }

  var counts: [Int] { path.map(\.state.counter.count) }
}

enum CountersAction: Encodable, Sendable {
  case addCounter
  case increment(id: Int)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .addCounter:
      try JSONValue.string("addCounterButtonTapped").encode(to: encoder)
    case .increment(let id):
      let action: JSONValue = ["counter": "incrementButtonTapped"]
      let element: JSONValue = ["id": .integer(Int64(id)), "action": action]
      try JSONValue.object(["path": ["element": element]]).encode(to: encoder)
    }
  }
}

typealias CountersSession = RemoteSession<Counters, CountersAction>
