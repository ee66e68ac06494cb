import Backstack
import Foundation

@Reducer
struct RehearsalList {
  @Reducer(state: .codable, .equatable, action: .codable)
  enum Destination {
    case add(RehearsalForm)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert: Codable {
      case confirmLoadExamples
    }
  }

  @ObservableState
  struct State: Codable, Equatable {
    @Presents var destination: Destination.State?
    @Shared(.rehearsals) var rehearsals
  }

  enum Action: Codable {
    case addButtonTapped
    case confirmAddButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case dismissAddButtonTapped
    case onDelete(IndexSet)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(RehearsalForm.State(rehearsal: Rehearsal(id: uuid())))
        return .none

      case .confirmAddButtonTapped:
        guard case .some(.add(let form)) = state.destination
        else { return .none }
        var rehearsal = form.rehearsal
        rehearsal.singers.removeAll { singer in
          singer.name.allSatisfy(\.isWhitespace)
        }
        if rehearsal.singers.isEmpty {
          rehearsal.singers.append(form.rehearsal.singers.first ?? Singer(id: uuid()))
        }
        state.$rehearsals.withLock { _ = $0.append(rehearsal) }
        state.destination = nil
        return .none

      case .destination(.presented(.alert(.confirmLoadExamples))):
        state.$rehearsals.withLock { $0 = [Rehearsal(id: uuid(), title: "Sopranos")] }
        return .none

      case .destination:
        return .none

      case .dismissAddButtonTapped:
        state.destination = nil
        return .none

      case .onDelete(let indexSet):
        state.$rehearsals.withLock { $0.remove(atOffsets: indexSet) }
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
