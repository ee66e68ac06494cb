import Backstack
import BackstackService
import BackstackServiceTesting
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo

@Suite("Standups over HTTP")
struct StandupsStoryTests {
  private let clock = TestClock()

  private var feature: Feature {
    Feature("standups", initialState: Standups.State(), link: Standups.State.init(link:)) {
      Standups()
    } withDependencies: { [clock] in
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
  }

  @Test(
    "A session leads from a link to a recording that ends early",
    arguments: ServiceTransport.allCases)
  func story(over transport: ServiceTransport) async throws {
    let service = try HostedService([feature], over: transport)
    let session = try await service.session(
      of: Standups.self, "standups", from: .link("/standups/\(UUID(1))"))
    var state = try await session.snapshot().state
    #expect(state.path.ids == [0])
    #expect(state.path[id: 0]?.detail?.standup.title == "Navigation")

    state = try await session.send(.path(.element(id: 0, action: .detail(.editButtonTapped)))).state
    #expect(state.path[id: 0]?.detail?.destination?.edit?.standup.seconds == 60)
    let longer = StandupForm.Action.set(\.standup.seconds, 90)
    try await session.send(
      .path(.element(id: 0, action: .detail(.destination(.presented(.edit(longer)))))))
    state = try await session.send(
      .path(.element(id: 0, action: .detail(.doneEditingButtonTapped)))
    ).state
    #expect(state.path[id: 0]?.detail?.destination == nil)
    #expect(state.standups[id: UUID(1)]?.seconds == 90)

    state = try await session.send(
      .path(.element(id: 0, action: .detail(.startMeetingButtonTapped)))
    ).state
    #expect(state.path.ids == [0, 1])
    let started = try await session.send(
      .path(.element(id: 1, action: .record(.startButtonTapped))))
    #expect(started.effects == 1)
    await clock.advance(by: .seconds(31))
    state = try await session.snapshot().state
    #expect(state.path[id: 1]?.record?.secondsElapsed == 31)
    #expect(state.path[id: 1]?.record?.speakerIndex == 1)

    state = try await session.send(
      .path(.element(id: 1, action: .record(.endMeetingButtonTapped)))
    ).state
    #expect(state.path[id: 1]?.record?.alert?.buttons.count == 3)
    let saved = try await session.send(
      .path(.element(id: 1, action: .record(.alert(.presented(.confirmSave))))))
    #expect(saved.state.path.ids == [0])
    #expect(saved.state.path[id: 0]?.detail?.standup.meetings.count == 2)
    #expect(saved.state.standups[id: UUID(1)]?.meetings.first?.seconds == 31)
    #expect(saved.effects == 0)
    #expect(saved.issues == nil)
  }

  @Test("Server-only actions are refused from clients", arguments: ServiceTransport.allCases)
  func trust(over transport: ServiceTransport) async throws {
    let service = try HostedService([feature], over: transport)
    let session = try await service.session(
      of: Standups.self, "standups", from: .link("/standups/\(UUID(1))/record"))
    let refusal = await #expect(throws: ServiceProblem.self) {
      try await session.send(
        .path(.element(id: 1, action: .record(.timerTicked))))
    }
    #expect(refusal?.status == 422)
    #expect(try await session.snapshot().version == 0)
  }

  @Test(
    "Screens of a state that a client has made share the list's stand-up, also with older copies",
    arguments: ServiceTransport.allCases)
  func given(over transport: ServiceTransport) async throws {
    let service = try HostedService([givenFeature], over: transport)
    var older = try #require(Standup.examples[id: UUID(1)])
    older.title = "Old"
    let detail = Standups.Path.State.detail(StandupDetail.State(standup: Shared(value: older)))
    let session = try await service.session(
      of: Standups.self, "standups",
      from: .state(
        Standups.State(standups: Shared(value: Standup.examples), path: [detail, detail])))
    var state = try await session.snapshot().state
    #expect(titles(state) == ["Navigation", "Navigation", "Navigation"])

    state = try await edit(in: 1, .set(\.standup.title, "New"), session)
    #expect(titles(state) == ["New", "New", "New"])
    // The form of the other screen begins with the new title.
    state = try await edit(in: 0, .set(\.standup.seconds, 90), session)
    #expect(titles(state) == ["New", "New", "New"])
    #expect(state.standups[id: UUID(1)]?.seconds == 90)
  }

  private var givenFeature: Feature {
    Feature(
      "standups", initialState: Standups.State(), clientInput: ClientInput(takesState: true),
      validate: Standups.State.validate
    ) { Standups() }
  }

  /// The titles of a stand-up in the list and on the screens.
  private func titles(_ state: Standups.State) -> [String?] {
    [state.standups[id: UUID(1)]?.title] + state.path.map(\.detail?.standup.title)
  }

  private func edit(
    in id: StackElementID, _ change: StandupForm.Action,
    _ session: HostedSession<Standups.State, Standups.Action>
  ) async throws -> Standups.State {
    func send(_ action: StandupDetail.Action) async throws -> Standups.State {
      try await session.send(.path(.element(id: id, action: .detail(action)))).state
    }
    _ = try await send(.editButtonTapped)
    _ = try await send(.destination(.presented(.edit(change))))
    return try await send(.doneEditingButtonTapped)
  }
}
