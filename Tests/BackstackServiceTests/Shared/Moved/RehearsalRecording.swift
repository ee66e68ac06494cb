import Backstack
import Foundation

@Reducer
struct RehearsalRecording {
  @ObservableState
  struct State: Codable, Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var notes = ""
    @Shared var rehearsal: Rehearsal
    var secondsElapsed = 0
    var singerIndex = 0

    var durationRemaining: Duration {
      rehearsal.duration - .seconds(secondsElapsed)
    }
  }

  enum Action: Codable {
    case alert(PresentationAction<Alert>)
    case endButtonTapped
    case microphoneFailed
    case microphoneHeard(String)
    case nextButtonTapped
    case onTask
    case timerTick

    @CasePathable
    enum Alert: Codable {
      case confirmDiscard
      case confirmSave
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.microphone) var microphone

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDiscard)):
        return .run { _ in await dismiss() }

      case .alert(.presented(.confirmSave)):
        state.$rehearsal.withLock { [notes = state.notes] in $0.insert(notes: notes) }
        return .run { _ in await dismiss() }

      case .alert:
        return .none

      case .endButtonTapped:
        state.alert = .end(isDiscardable: true)
        return .none

      case .nextButtonTapped:
        guard state.singerIndex < state.rehearsal.singers.count - 1
        else {
          state.alert = .end(isDiscardable: false)
          return .none
        }
        state.singerIndex += 1
        state.secondsElapsed =
          state.singerIndex * Int(state.rehearsal.durationPerSinger.components.seconds)
        return .none

      case .onTask:
        return .run { send in
          let authorization =
            await microphone.authorizationStatus() == .notDetermined
            ? microphone.requestAuthorization()
            : microphone.authorizationStatus()

          await withTaskGroup(of: Void.self) { group in
            if authorization == .authorized {
              group.addTask {
                await listen(send: send)
              }
            }
            group.addTask {
              await startTimer(send: send)
            }
          }
        }

      case .timerTick:
        guard state.alert == nil
        else { return .none }

        state.secondsElapsed += 1

        let secondsPerSinger = Int(state.rehearsal.durationPerSinger.components.seconds)
        if state.secondsElapsed.isMultiple(of: secondsPerSinger) {
          if state.secondsElapsed == state.rehearsal.duration.components.seconds {
            state.$rehearsal.withLock { [notes = state.notes] in $0.insert(notes: notes) }
            return .run { _ in await dismiss() }
          }
          state.singerIndex += 1
        }

        return .none

      case .microphoneFailed:
        if !state.notes.isEmpty {
          state.notes += " …"
        }
        return .none

      case .microphoneHeard(let text):
        state.notes = text
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func listen(send: Send<Action>) async {
    do {
      for try await text in await microphone.startTask() {
        await send(.microphoneHeard(text))
      }
    } catch {
      await send(.microphoneFailed)
    }
  }

  private func startTimer(send: Send<Action>) async {
    for await _ in clock.timer(interval: .seconds(1)) {
      await send(.timerTick)
    }
  }
}

extension Rehearsal {
  fileprivate mutating func insert(notes: String) {
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    records.insert(
      Record(
        id: uuid(),
        date: now,
        notes: notes
      ),
      at: 0
    )
  }
}

extension AlertState where Action == RehearsalRecording.Action.Alert {
  static func end(isDiscardable: Bool) -> Self {
    Self {
      TextState("End it?")
    } actions: {
      ButtonState(action: .confirmSave) {
        TextState("Save and end")
      }
      if isDiscardable {
        ButtonState(role: .destructive, action: .confirmDiscard) {
          TextState("Discard")
        }
      }
      ButtonState(role: .cancel) {
        TextState("Resume")
      }
    }
  }
}
