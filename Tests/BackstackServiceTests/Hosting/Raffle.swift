import Backstack
import BackstackService
import Foundation

@testable import BackstackServiceTesting

/// A feature whose reducer takes ids, dates and random numbers from dependencies, and whose later
/// actions name them.
@Reducer
struct Raffle {
  struct Ticket: Codable, Sendable, Hashable {
    let id: UUID
    let bought: Date
    let number: Int
  }

  struct State: Codable, Sendable {
    var id: UUID?
    var tickets: [Ticket] = []
    var winner: UUID?
    var seconds: TimeInterval?
    var receipt: String?
    var path = StackState<Page.State>()
  }

  enum Action: Codable, Sendable {
    @ServerOnly case opened
    case buy(Int)
    case giveBack(UUID)
    case draw
    case pay
    @ServerOnly case charge(UUID)
    @ServerOnly case charged(String)
    case open
    case path(StackActionOf<Page>)
  }

  @Reducer
  struct Page {
    struct State: Codable, Sendable { var marks: [UUID] = [] }

    enum Action: Codable, Sendable { case mark }

    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.marks.append(uuid())
        return .none
      }
    }
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened: state.id = uuid()
      case .buy(let count):
        for _ in 0..<count {
          let number = withRandomNumberGenerator { Int.random(in: 1...1_000_000, using: &$0) }
          state.tickets.append(Ticket(id: uuid(), bought: date.now, number: number))
        }
      case .giveBack(let id): state.tickets.removeAll { $0.id == id }
      case .draw:
        state.winner = withRandomNumberGenerator { state.tickets.randomElement(using: &$0)?.id }
        // Rounded, as the JSON of a state has milliseconds.
        state.seconds = state.tickets.first.map { date().timeIntervalSince($0.bought).rounded() }
      case .pay: return .durable(id: "pay", .charge(uuid()))
      case .charge(let key):
        return .run { [uuid] send in await send(.charged("receipt \(key) \(uuid())")) }
      case .charged(let receipt): state.receipt = "\(receipt) \(uuid())"
      case .open: state.path.append(Page.State())
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Page() }
  }

  /// Hosted with dependencies that make the same values in each run, or with live ones.
  static func feature(isRepeatable: Bool = true) -> Feature {
    Feature("raffle", initialState: State(), startAction: .opened) {
      Raffle()
    } withDependencies: { values in
      guard isRepeatable else { return }
      values.uuid = .incrementing
      let count = LockIsolated(0)
      values.date = DateGenerator {
        count.withValue { count in
          count += 1
          return Date(timeIntervalSinceReferenceDate: 800_000_000.1 + Double(count) / 3)
        }
      }
      values.withRandomNumberGenerator = WithRandomNumberGenerator(FuzzRandom(seed: 1))
    }
  }
}
