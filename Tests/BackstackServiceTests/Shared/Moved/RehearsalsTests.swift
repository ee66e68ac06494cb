import Backstack
import BackstackServiceTesting
import BackstackTesting
import Foundation
import Testing

@testable import BackstackService

@Suite("A sample of The Composable Architecture, moved")
struct RehearsalsTests {
  private static let rehearsal = Rehearsal(
    id: UUID(100),
    singers: [Singer(id: UUID(101), name: "Ada"), Singer(id: UUID(102), name: "Blaise")],
    duration: .seconds(4), title: "Sopranos")

  @Test("An edit of a detail reaches the list, and one of the list the detail", .dependencies)
  func edits() async throws {
    @Shared(.rehearsals) var rehearsals = [Self.rehearsal]
    let shared = try #require(Shared($rehearsals[id: Self.rehearsal.id]))
    let store = TestStore(initialState: RehearsalDetail.State(rehearsal: shared)) {
      RehearsalDetail()
    }
    await store.send(.editButtonTapped) {
      $0.destination = .edit(RehearsalForm.State(rehearsal: Self.rehearsal))
    }
    var edited = Self.rehearsal
    edited.title = "Altos"
    await store.send(\.destination.edit.binding.rehearsal, edited) {
      $0.destination = .edit(RehearsalForm.State(rehearsal: edited))
    }
    await store.send(.doneEditingButtonTapped) {
      $0.destination = nil
      $0.$rehearsal.withLock { $0 = edited }
    }
    #expect(rehearsals == [edited])
  }

  @Test("A detail deletes its element of a list with a key, and dismisses itself", .dependencies)
  func deletes() async throws {
    @Shared(.rehearsals) var rehearsals = [Self.rehearsal]
    let store = TestStore(
      initialState: Rehearsals.State(
        path: StackState([
          .detail(RehearsalDetail.State(rehearsal: Shared($rehearsals[id: Self.rehearsal.id])!))
        ]))
    ) { Rehearsals() }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].detail.deleteButtonTapped)
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.list.$rehearsals.withLock { $0 = [] }
    }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
    #expect(rehearsals.isEmpty)
  }

  @Test("At most five places of the sample are written in another way")
  func changes() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != "RehearsalsTests.swift" }
    let texts = try files.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    #expect(texts.reduce(0) { $0 + $1.ranges(of: "// Changed: ").count } == 5)
  }

  private let clock = TestClock()

  private var feature: Feature {
    Feature(
      "rehearsals", initialState: Rehearsals.State(), clientInput: ClientInput(takesPushes: true)
    ) {
      Rehearsals()
    } withDependencies: { [clock] in
      $0.uuid = .incrementing
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.continuousClock = clock
      $0.microphone.authorizationStatus = { .authorized }
      $0.microphone.startTask = {
        AsyncThrowingStream {
          $0.yield("A fine tune")
          $0.finish()
        }
      }
    }
  }

  @Test("In a session, the list has what a screen that a client pushed changes and records")
  func session() async throws {
    let service = try HostedService([feature], over: .inProcess)
    let session = try await service.session(of: Rehearsals.self, "rehearsals")
    try await session.send(.list(.addButtonTapped))
    var form = try #require(try await session.snapshot().state.list.destination?.add)
    form.rehearsal.singers[0].name = "Ada"
    form.rehearsal.duration = .seconds(2)
    try await session.send(
      .list(.destination(.presented(.add(.set(\.rehearsal, form.rehearsal))))))
    try await session.send(.list(.confirmAddButtonTapped))

    // As a link sends it.
    let detail = RehearsalDetail.State(rehearsal: Shared(value: form.rehearsal))
    try await session.send(.path(.push(id: .unassigned, state: .detail(detail))))
    try await session.send(.path(.element(id: 0, action: .detail(.editButtonTapped))))
    form.rehearsal.title = "Altos"
    try await session.send(
      .path(
        .element(
          id: 0,
          action: .detail(
            .destination(.presented(.edit(.set(\.rehearsal, form.rehearsal))))))))
    var state = try await session.send(
      .path(.element(id: 0, action: .detail(.doneEditingButtonTapped)))
    ).state
    #expect(state.list.rehearsals.map(\.title) == ["Altos"])

    state = try await session.send(
      .path(.element(id: 0, action: .detail(.startButtonTapped)))
    ).state
    #expect(state.path.ids == [0, 1])
    try await session.send(.path(.element(id: 1, action: .recording(.onTask))))
    await clock.advance(by: .seconds(2))
    state = try await session.snapshot().state
    #expect(state.path.ids == [0])
    #expect(state.list.rehearsals[0].records.map(\.notes) == ["A fine tune"])
    #expect(state.path[id: 0]?.detail?.rehearsal.records.count == 1)
  }
}
