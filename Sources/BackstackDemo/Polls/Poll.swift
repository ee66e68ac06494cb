import Backstack
import BackstackService

/// A question with options, of which each session has one vote. All sessions that show the poll see
/// each vote at once.
@Reducer
struct Poll: Sendable {
  typealias ID = String

  /// An answer that one can vote for.
  @SchemaRepresentable
  struct Option: Codable, Equatable, Identifiable, Sendable {
    let id: String
    let title: String
    /// The number of votes of all people.
    var votes = 0
  }

  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Poll.ID
    let question: String
    var options: [Option]
    /// The option that this session has voted for.
    var choice: Option.ID?
    /// The revision of the tally that `options` shows; 0 before one is read.
    var revision = 0
    @Presents var alert: AlertState<Alert>?

    /// Shows the votes of a tally, unless they are older than those on the screen: another person's
    /// vote may have overtaken this one.
    ///
    /// - Returns: Whether the votes are shown.
    mutating func show(_ tally: PollTally) -> Bool {
      guard revision < tally.revision else { return false }
      revision = tally.revision
      for index in options.indices { options[index].votes = tally.votes[options[index].id] ?? 0 }
      return true
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case optionTapped(id: Option.ID)
    case withdrawButtonTapped
    case alert(PresentationAction<Alert>)
    /// The vote counts now; or it does no more, without an option.
    @ServerOnly case voted(for: Option.ID?)
    /// The poll has as many voters as it may.
    @ServerOnly case voteRefused
  }

  /// The actions of the alerts' buttons.
  @CasePathable
  enum Alert: Codable, Equatable, Sendable {
    case confirmWithdrawal
  }

  @Dependency(\.pollBoard) private var board
  @Dependency(\.session) private var session
  @Dependency(\.sessions) private var sessions

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .optionTapped(let id):
        guard state.choice != id, state.options.contains(where: { $0.id == id }) else {
          return .none
        }
        return vote(for: id, in: state.id)

      case .withdrawButtonTapped:
        if state.choice != nil { state.alert = .withdraw }
        return .none

      case .alert(.presented(.confirmWithdrawal)):
        return vote(for: nil, in: state.id)

      case .alert:
        return .none

      case .voted(let option):
        state.choice = option
        return .none

      case .voteRefused:
        state.alert = .full
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  /// Votes, and shows all sessions the result.
  private func vote(for option: Option.ID?, in poll: Poll.ID) -> Effect<Action> {
    // Each session is a person. A test without a session is one, too.
    .run { [voter = session?.id ?? ""] send in
      guard let tally = board.vote(poll, option, voter) else { return await send(.voteRefused) }
      // First, so that no earlier tally is shown after the choice.
      try await sessions.broadcast(
        Polls.Action.tallyChanged(poll: poll, tally: tally), to: Polls.name
      ) { (state: Polls.State) in
        state.shows(poll)
      }
      await send(.voted(for: option))
    }
  }
}

extension AlertState<Poll.Alert> {
  /// The alert that asks before a vote is withdrawn.
  static var withdraw: Self {
    AlertState {
      TextState("Withdraw your vote?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmWithdrawal) {
        TextState("Withdraw")
      }
      ButtonState(role: .cancel) {
        TextState("Keep it")
      }
    }
  }

  /// The alert about a poll that has as many voters as it may.
  static var full: Self {
    AlertState {
      TextState("This poll is full")
    } message: {
      TextState("Nobody else can vote in it.")
    }
  }
}
