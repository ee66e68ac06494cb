import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackServiceTesting
import BackstackViews
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

/// Views that depend on more than the state, or exceed a limit.
@Suite struct ScreenIssueTests {
  /// Returns the issues of a feature while the screen of a session is read a number of times.
  private func issues(_ flaw: Timepiece.State.Flaw, reads: Int) async throws -> [Backstack.Issue] {
    let reported = Guarded<[Backstack.Issue]>([])
    let service = try HostedService([
      Timepiece.feature(flaw) {
        $0.issueReporter = IssueReporter { issue in reported.withLock { $0.append(issue) } }
      }
    ])
    let session = try await service.session(of: Timepiece.self, "clock")
    for _ in 0..<reads {
      _ = try await service.send(.get, session.path + "/screen")
      try await session.send(.tick)
    }
    return reported.withLock(\.self)
  }

  @Test(
    "A view that depends on more than the state is reported once, with its name and its feature's line",
    arguments: [
      (.date, "'send' of the button \"Remind me\" in \"root\". A closure"),
      (.id, "'send' of the textField \"Name\" in \"root\". A closure"),
      (.random, "'text' of the text"),
    ] as [(Timepiece.State.Flaw, String)])
  func reported(flaw: Timepiece.State.Flaw, place: String) async throws {
    let issues = try await issues(flaw, reads: 9)
    #expect(issues.count == 1)
    let issue = try #require(issues.first)
    #expect(issue.message.hasPrefix("ClockFace differs each time it is evaluated, in "))
    #expect(issue.message.contains(place))
    #expect("\(issue.location)".hasPrefix("BackstackServiceTests/ScreenIssueTests.swift:"))
    #expect(issue.location.line == Timepiece.line)
  }

  @Test("A view that depends on the state alone is not reported")
  func pure() async throws {
    #expect(try await issues(.none, reads: 9) == [])
  }

  @Test("A view that has too many nodes is reported once, with its name")
  func endless() async throws {
    let issues = try await issues(.endless, reads: 3)
    #expect(issues.map(\.message) == ["The screen has more than 10000 nodes, in ClockFace."])
    #expect(issues.first?.location.line == Timepiece.line)
  }

  @Test("In a test, a view that depends on more than the state is a mistake of its own")
  func inTests() async throws {
    let service = try HostedService([Timepiece.feature(.date)])
    let session = try await service.session(of: Timepiece.self, "clock")
    let mistake = await #expect(throws: ScreenMistake.self) { _ = try await session.screen() }
    #expect(mistake?.reason.contains("ClockFace differs each time") == true)
    #expect(mistake?.screen.contains("[Remind me]") == true)
  }

  @Test("A monkey finds it, with the way there")
  func monkey() async throws {
    let service = try HostedService([Timepiece.feature(.later)])
    let monkey = ScreenMonkey(seed: 1) { try await service.session(of: Timepiece.self, "clock") }
    let finding = try #require(try await monkey.run(steps: 50))
    #expect(finding.mistake.contains("ClockFace differs each time"))
    #expect(finding.story == Array(repeating: #"try await screen.tap("Tick")"#, count: 2))
    let first = try HostedService([Timepiece.feature(.date)])
    let other = ScreenMonkey(seed: 1) { try await first.session(of: Timepiece.self, "clock") }
    #expect(try await other.run(steps: 1)?.story == [])
  }

  @Test("Of many evaluations, few are repeated, and none after a report")
  func checks() {
    let checks = ScreenChecks()
    #expect((1...20).filter { _ in checks.isDue() } == [1, 2, 4, 8, 16])
    checks.end()
    #expect((1...1000).filter { _ in checks.isDue() } == [])
  }
}

/// A feature whose view has a flaw.
@Reducer
struct Timepiece {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    enum Flaw: String, Codable, Sendable { case none, date, id, random, later, endless }

    let flaw: Flaw
    var ticks = 0
    var name = ""
  }

  enum Action: Codable, Equatable, Sendable {
    case tick
    case remind(at: Date)
    case named(text: String, id: UUID)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .tick { state.ticks += 1 }
      return .none
    }
  }

  static let line: UInt = #line + 5

  static func feature(
    _ flaw: State.Flaw, _ prepare: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) -> Feature {
    Feature("clock", initialState: State(flaw: flaw)) {
      Timepiece()
    } view: {
      ClockFace(store: $0)
    } withDependencies: {
      prepare(&$0)
    }
  }
}

private struct ClockFace: View {
  let store: StoreOf<Timepiece>
  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid
  @Dependency(\.withRandomNumberGenerator) private var numbers

  var body: some View {
    Button("Tick") { store.send(.tick) }
    switch store.flaw {
    case .none: Text("\(store.ticks)")
    case .date: Button("Remind me") { store.send(.remind(at: date.now)) }
    case .id:
      TextField(
        "Name",
        text: Binding(get: { store.name }, set: { store.send(.named(text: $0, id: uuid())) }))
    case .random: Text("\(numbers { Int.random(in: 0..<1_000_000_000, using: &$0) })")
    case .later:
      if store.ticks > 1 { Button("Remind me") { store.send(.remind(at: date.now)) } }
    case .endless: List(0..<20_000) { Text("\($0)") }
    }
  }
}
