import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo

@Suite("Standups")
struct StandupsTests {
  private static let standup = Standup(
    id: UUID(100), title: "Navigation",
    attendees: [Attendee(id: UUID(101), name: "Ada"), Attendee(id: UUID(102), name: "Blaise")],
    seconds: 4)

  private let clock = TestClock()

  /// Returns a store with a list of one stand-up, and the screens that show it.
  private func store(
    _ path: (Shared<Standup>) -> [Standups.Path.State] = { _ in [] }
  ) -> TestStoreOf<Standups> {
    let standups = Shared(value: [Self.standup] as IdentifiedArrayOf)
    let shared = Shared(standups[id: Self.standup.id])!
    return TestStore(
      initialState: Standups.State(standups: standups, path: StackState(path(shared)))
    ) {
      Standups()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
  }

  /// Opens the form of a new standup, and returns what is in it once it has a title.
  private func openForm(in store: TestStoreOf<Standups>) async -> Standup {
    var added = Standup(id: UUID(0), attendees: [Attendee(id: UUID(1))])
    await store.send(.addStandupButtonTapped) {
      $0.destination = .addStandup(StandupForm.State(standup: added))
    }
    added.title = "Servers"
    await store.send(\.destination.addStandup.binding, .set(\.standup.title, "Servers")) {
      $0.destination = .addStandup(StandupForm.State(standup: added))
    }
    return added
  }

  @Test("The sheet adds a standup without its unnamed attendees")
  func add() async {
    let store = store()
    var added = await openForm(in: store)
    added.attendees = []
    await store.send(.confirmAddStandupButtonTapped) {
      $0.$standups.withLock { _ = $0.append(added) }
      $0.destination = nil
    }
  }

  @Test("A form that is open is not replaced by a second press")
  func secondPress() async {
    let store = store()
    _ = await openForm(in: store)
    await store.send(.addStandupButtonTapped)
  }

  @Test("Edits in a sheet of a stack's screen reach the list")
  func edit() async {
    let store = store { [.detail(StandupDetail.State(standup: $0))] }
    var edited = Self.standup
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .edit(StandupForm.State(standup: edited))
    }
    edited.title = "Stacks"
    await store.send(\.path[id: 0].detail.destination.edit.binding, .set(\.standup.title, "Stacks"))
    {
      $0.path[id: 0, case: \.detail]?.destination = .edit(StandupForm.State(standup: edited))
    }
    await store.send(\.path[id: 0].detail.doneEditingButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.$standups.withLock { $0 = [edited] }
    }
  }

  @Test("An edit of a stand-up that is open twice is what both screens and the list show")
  func twice() async {
    let store = store { standup in
      [.detail(.init(standup: standup)), .detail(.init(standup: standup))]
    }
    store.exhaustivity = .off
    await store.send(\.path[id: 1].detail.editButtonTapped)
    await store.send(\.path[id: 1].detail.destination.edit.binding, .set(\.standup.title, "New"))
    await store.send(\.path[id: 1].detail.doneEditingButtonTapped)
    await store.send(\.path[id: 0].detail.editButtonTapped)
    await store.send(\.path[id: 0].detail.destination.edit.binding, .set(\.standup.seconds, 9))
    await store.send(\.path[id: 0].detail.doneEditingButtonTapped)
    var edited = Self.standup
    edited.title = "New"
    edited.seconds = 9
    #expect(store.state.standups == [edited])
    #expect(store.state.path.map(\.detail?.standup) == [edited, edited])
  }

  @Test("Deleting a stand-up pops each screen that shows it")
  func deleteTwice() async {
    let store = store { standup in
      [
        .detail(.init(standup: standup)), .detail(.init(standup: standup)),
        .record(.init(standup: standup)),
      ]
    }
    store.exhaustivity = .off
    await store.send(\.path[id: 1].detail.deleteButtonTapped)
    await store.send(\.path[id: 1].detail.destination.alert.confirmDeletion)
    #expect(store.state.standups.isEmpty && store.state.path.isEmpty)
  }

  @Test("A meeting continues when the screen below makes the stand-up shorter")
  func shorter() async throws {
    let store = store { standup in
      var record = RecordMeeting.State(standup: standup)
      record.secondsElapsed = 3
      record.speakerIndex = 1
      return [.detail(.init(standup: standup)), .record(record)]
    }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].detail.editButtonTapped)
    await store.send(\.path[id: 0].detail.destination.edit.binding, .set(\.standup.seconds, 2))
    await store.send(
      \.path[id: 0].detail.destination.edit.removeAttendeeButtonTapped, UUID(102))
    await store.send(\.path[id: 0].detail.doneEditingButtonTapped)
    #expect(store.state.path[id: 1]?.record?.speakerNumber == 1)
    // As it is after a restart.
    try Standups.State.validate(store.state)
    await store.send(\.path[id: 1].record.startButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.path.popFrom)
    #expect(store.state.standups[id: Self.standup.id]?.meetings.map(\.seconds) == [2])
  }

  @Test("A confirmed alert in a stack's screen deletes the standup and pops the screen")
  func delete() async {
    let store = store { [.detail(StandupDetail.State(standup: $0))] }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].detail.deleteButtonTapped)
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.$standups.withLock { $0 = [] }
      $0.path = StackState()
    }
  }

  @Test("A meeting changes speakers, ends by itself, is stored, and its screen is popped")
  func meeting() async {
    let store = store { standup in
      [
        .detail(StandupDetail.State(standup: standup)),
        .record(RecordMeeting.State(standup: standup)),
      ]
    }
    await store.send(\.path[id: 1].record.startButtonTapped) {
      $0.path[id: 1, case: \.record]?.isRunning = true
    }
    for (seconds, speaker) in [(1, 0), (2, 1), (3, 1), (4, 1)] {
      await clock.advance(by: .seconds(1))
      await store.receive(\.path[id: 1].record.timerTicked) {
        $0.path[id: 1, case: \.record]?.secondsElapsed = seconds
        $0.path[id: 1, case: \.record]?.speakerIndex = speaker
        guard seconds == 4 else { return }
        let meeting = Meeting(id: UUID(0), date: Date(timeIntervalSince1970: 0), seconds: 4)
        $0.$standups.withLock { $0[id: Self.standup.id]?.meetings = [meeting] }
      }
    }
    await store.receive(\.path.popFrom) { $0.path[id: 1] = nil }
  }

  @Test("Ending a meeting early shows an alert, which stops the time")
  func early() async {
    let store = store { [.record(RecordMeeting.State(standup: $0))] }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].record.startButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.send(\.path[id: 0].record.endMeetingButtonTapped)
    #expect(store.state.path[id: 0]?.record?.alert?.buttons.count == 3)
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions()
    #expect(store.state.path[id: 0]?.record?.secondsElapsed == 1)
    await store.send(\.path[id: 0].record.alert.dismiss)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.path[id: 0]?.record?.secondsElapsed == 2)
    await store.send(\.path[id: 0].record.nextButtonTapped)
    #expect(store.state.path[id: 0]?.record?.alert?.buttons.count == 2)
    await store.send(\.path[id: 0].record.alert.confirmSave)
    await store.receive(\.path.popFrom)
    #expect(store.state.standups.first?.meetings.first?.seconds == 2)
    #expect(clock.sleeperCount == 0)
  }

  @Test("A pause stops the time until a person resumes the meeting, also over a restart")
  func pause() async {
    let store = store { [.record(RecordMeeting.State(standup: $0))] }
    // Before the start, there is nothing to pause or resume.
    await store.send(\.path[id: 0].record.pauseButtonTapped)
    await store.send(\.path[id: 0].record.resumeButtonTapped)
    await store.send(\.path[id: 0].record.startButtonTapped) {
      $0.path[id: 0, case: \.record]?.isRunning = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].record.timerTicked) {
      $0.path[id: 0, case: \.record]?.secondsElapsed = 1
    }
    await store.send(\.path[id: 0].record.pauseButtonTapped) {
      $0.path[id: 0, case: \.record]?.isRunning = false
    }
    await store.send(.resumed)
    await clock.advance(by: .seconds(5))
    await store.send(\.path[id: 0].record.resumeButtonTapped) {
      $0.path[id: 0, case: \.record]?.isRunning = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].record.timerTicked) {
      $0.path[id: 0, case: \.record]?.secondsElapsed = 2
      $0.path[id: 0, case: \.record]?.speakerIndex = 1
    }
    await store.send(\.path[id: 0].record.pauseButtonTapped) {
      $0.path[id: 0, case: \.record]?.isRunning = false
    }
  }

  @Test("A discarded meeting is not stored")
  func discard() async {
    let store = store { [.record(RecordMeeting.State(standup: $0))] }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].record.endMeetingButtonTapped)
    await store.send(\.path[id: 0].record.alert.confirmDiscard)
    await store.receive(\.path.popFrom) { $0.path = StackState() }
    #expect(store.state.standups.first?.meetings == [])
  }

  @Test("A meeting without attendees, or with extreme elapsed time, ends")
  func strangeStates() async {
    var standup = Self.standup
    standup.attendees = []
    var state = RecordMeeting.State(standup: Shared(value: standup))
    state.secondsElapsed = .max - 1
    state.speakerIndex = -5
    let store = store { [state] _ in [.record(state)] }
    store.exhaustivity = .off
    await store.send(\.path[id: 0].record.startButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }
}
