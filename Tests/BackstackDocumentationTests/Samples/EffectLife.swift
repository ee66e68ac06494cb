import Backstack
import BackstackTesting
import Testing

@Suite("Samples: the life of effects")
struct EffectLife {
  @Reducer
  struct UploadFeature {
    struct State: Equatable {
      var text = ""
    }

    enum Action {
      case saveButtonTapped
      case startTimerButtonTapped
    }

    let upload: @Sendable (String) async throws -> Void
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .saveButtonTapped:
          return .run { [text = state.text] _ in try await upload(text) }
        case .startTimerButtonTapped:
          return .run { _ in
            for await _ in clock.timer(interval: .seconds(1)) {}
          }
        }
      }
    }
  }

  @Reducer
  struct CarelessFeature {
    struct State: Equatable {
      @Presents var upload: UploadFeature.State?
    }

    enum Action {
      case reset(State)
      case upload(PresentationAction<UploadFeature.Action>)
    }

    let upload: @Sendable (String) async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        // sample: effects-same-step
        case .upload(.presented(.saveButtonTapped)):
          // The screen is removed in the same step that returned its effect:
          // the effect never starts.
          state.upload = nil
          return .none
        // end
        case .upload:
          return .none
        case .reset(let newState):
          state = newState
          return .none
        }
      }
      .ifLet(\.$upload, action: \.upload) { UploadFeature(upload: upload) }
    }
  }

  @Reducer
  struct CarefulFeature {
    struct State: Equatable {
      @Presents var upload: UploadFeature.State?
    }

    enum Action {
      case upload(PresentationAction<UploadFeature.Action>)
    }

    let upload: @Sendable (String) async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        // sample: effects-of-parent
        case .upload(.presented(.saveButtonTapped)):
          guard let text = state.upload?.text else { return .none }
          state.upload = nil
          // The parent's effect continues without the screen.
          return .run { _ in try await upload(text) }
        // end
        case .upload:
          return .none
        }
      }
      .ifLet(\.$upload, action: \.upload) { UploadFeature(upload: { _ in }) }
    }
  }

  @Test func sameStep() {
    let log = Log<String>()
    let careless = Store(
      initialState: CarelessFeature.State(upload: UploadFeature.State(text: "a"))
    ) {
      CarelessFeature { log.append($0) }
    }
    careless.send(.upload(.presented(.saveButtonTapped)))
    #expect(log.all.isEmpty)

    let careful = Store(
      initialState: CarefulFeature.State(upload: UploadFeature.State(text: "a"))
    ) {
      CarefulFeature { log.append($0) }
    }
    careful.send(.upload(.presented(.saveButtonTapped)))
    #expect(log.all == ["a"])
  }

  @Test func replaced() {
    let clock = TestClock()
    // sample: effects-replaced
    let store = Store(initialState: CarelessFeature.State(upload: UploadFeature.State())) {
      CarelessFeature { _ in }
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.upload(.presented(.startTimerButtonTapped)))
    #expect(store.effectCount == 1)

    store.send(.reset(CarelessFeature.State()))
    #expect(store.effectCount == 0)
    // end
  }

  // sample: effects-resume
  @Reducer
  struct DownloadFeature {
    struct State: Equatable, Codable {
      var isDownloading = false
      var url: String
    }

    enum Action: Codable {
      case finished
      case resumed
      case startButtonTapped
    }

    let download: @Sendable (String) async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .finished:
          state.isDownloading = false
          return .none
        case .resumed where !state.isDownloading:
          return .none
        case .resumed, .startButtonTapped:
          state.isDownloading = true
          return .run { [url = state.url] send in
            try await download(url)
            await send(.finished)
          }
        }
      }
    }
  }
  // end

  @Test func resume() throws {
    let log = Log<String>()
    // sample: effects-resume-use
    let state = try decode(
      DownloadFeature.State.self, #"{"isDownloading": true, "url": "https://swift.org"}"#)
    let store = Store(initialState: state) {
      DownloadFeature { log.append($0) }
    }
    #expect(store.effectCount == 0)
    store.send(.resumed)
    // end
    #expect(log.all == ["https://swift.org"])
    #expect(!store.isDownloading)
  }

  @Test func queued() async {
    enum CancelID { case second }
    let clock = TestClock()
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        switch action {
        case "start":
          // sample: effects-queued
          return .concatenate(
            .run { _ in try await clock.sleep(for: .seconds(1)) },
            .run { send in await send("second") }
              .cancellable(id: CancelID.second))
        // end
        case "cancel":
          return .cancel(id: CancelID.second)
        default:
          state.append(action)
          return .none
        }
      }
    }
    store.send("start")
    store.send("cancel")
    await clock.advance(by: .seconds(1))
    #expect(store.state.isEmpty)
    #expect(store.effectCount == 0)
  }
}
