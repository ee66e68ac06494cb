import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo

@Suite("Meetings with extreme numbers")
struct RecordMeetingExtremesTests {
  private static let edges = [Int.min, -1, 0, 1, 3, Int.max]

  private static func state(
    seconds: Int, elapsed: Int, speaker: Int, attendees: Int
  ) -> RecordMeeting.State {
    var state = RecordMeeting.State(
      standup: Shared(
        value: Standup(
          id: UUID(1), attendees: (0..<attendees).map { Attendee(id: UUID(10 + $0)) },
          seconds: seconds)))
    state.secondsElapsed = elapsed
    state.speakerIndex = speaker
    return state
  }

  @Test("No action or tick overflows in a meeting with extreme numbers", arguments: edges, edges)
  func survives(elapsed: Int, speaker: Int) async {
    for seconds in Self.edges {
      for attendees in [0, 1, 3] {
        let clock = TestClock()
        let store = Store(
          initialState: Self.state(
            seconds: seconds, elapsed: elapsed, speaker: speaker, attendees: attendees)
        ) {
          RecordMeeting()
        } withDependencies: {
          $0.continuousClock = clock
          $0.uuid = .incrementing
          $0.date = .constant(Date(timeIntervalSince1970: 0))
          $0.dismiss = DismissEffect {}
        }
        store.send(.startButtonTapped)
        await clock.advance(by: .seconds(2))
        store.send(.nextButtonTapped)
        store.send(.alert(.dismiss))
        await clock.advance(by: .seconds(2))
        store.send(.nextButtonTapped)
        let state = store.withState { $0 }
        #expect((0...StandupForm.longest).contains(state.secondsElapsed))
        #expect(state.speakerIndex <= max(speaker, attendees))
        #expect((1...max(1, attendees)).contains(state.speakerNumber))
      }
    }
  }
}
