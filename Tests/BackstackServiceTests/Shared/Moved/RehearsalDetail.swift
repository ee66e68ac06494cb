import Backstack
import Foundation

@Reducer
struct RehearsalDetail {
  // Changed: `extension Destination.State: Equatable {}`, as the macro declares Codable, too.
  @Reducer(state: .codable, .equatable, action: .codable)
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(RehearsalForm)

    @CasePathable
    enum Alert: Codable {
      case confirmDeletion
      case continueWithoutRecording
      case openSettings
    }
  }

  @ObservableState(coding: .manual)
  struct State: Codable, Equatable {
    @Presents var destination: Destination.State?
    @Shared var rehearsal: Rehearsal
  }

  enum Action: Codable, Sendable {
    case cancelEditButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case deleteRecords(atOffsets: IndexSet)
    case destination(PresentationAction<Destination.Action>)
    case doneEditingButtonTapped
    case editButtonTapped
    case startButtonTapped

    @CasePathable
    enum Delegate: Codable {
      case start(Shared<Rehearsal>)
    }
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.openSettings) var openSettings
  @Dependency(\.microphone.authorizationStatus) var authorizationStatus

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelEditButtonTapped:
        state.destination = nil
        return .none

      case .delegate:
        return .none

      case .deleteButtonTapped:
        state.destination = .alert(.deleteRehearsal)
        return .none

      case .deleteRecords(atOffsets: let indices):
        state.$rehearsal.withLock { $0.records.remove(atOffsets: indices) }
        return .none

      case .destination(.presented(.alert(let alertAction))):
        switch alertAction {
        case .confirmDeletion:
          @Shared(.rehearsals) var rehearsals
          $rehearsals.withLock { _ = $0.remove(id: state.rehearsal.id) }
          return .run { _ in await dismiss() }

        case .continueWithoutRecording:
          return .send(.delegate(.start(state.$rehearsal)))

        case .openSettings:
          return .run { _ in await openSettings() }
        }

      case .destination:
        return .none

      case .doneEditingButtonTapped:
        guard case .some(.edit(let form)) = state.destination
        else { return .none }
        state.$rehearsal.withLock { $0 = form.rehearsal }
        state.destination = nil
        return .none

      case .editButtonTapped:
        state.destination = .edit(RehearsalForm.State(rehearsal: state.rehearsal))
        return .none

      case .startButtonTapped:
        switch authorizationStatus() {
        case .notDetermined, .authorized:
          return .send(.delegate(.start(state.$rehearsal)))

        case .denied, .restricted:
          state.destination = .alert(.cannotRecord)
          return .none
        }
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

// Changed: added, as a link of the list pushes a state that a client sends, and JSON does not tell what is
// shared.
extension RehearsalDetail.State {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let own = try container.decode(Shared<Rehearsal>.self, forKey: .rehearsal)
    @Shared(.rehearsals) var rehearsals
    self.init(
      destination: try container.decodeIfPresent(
        RehearsalDetail.Destination.State.self, forKey: .destination),
      rehearsal: Shared($rehearsals[id: own.wrappedValue.id]) ?? own)
  }
}

extension AlertState where Action == RehearsalDetail.Destination.Alert {
  static let deleteRehearsal = Self {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) {
      TextState("Delete")
    }
    ButtonState(role: .cancel) {
      TextState("Keep")
    }
  } message: {
    TextState("Its records are deleted, too.")
  }

  static let cannotRecord = Self {
    TextState("No microphone")
  } actions: {
    ButtonState(action: .continueWithoutRecording) {
      TextState("Continue without it")
    }
    ButtonState(action: .openSettings) {
      TextState("Open settings")
    }
    ButtonState(role: .cancel) {
      TextState("Cancel")
    }
  }
}
