import Backstack
import BackstackService

/// A list of polls, each of which opens on the stack.
@Reducer
struct Polls: Sendable {
  /// The name under which the feature is hosted.
  static let name = "polls"

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The polls that one can open, with what the session has voted for.
    var polls = Poll.State.all
    var path = StackState<Path.State>()

    /// Whether a poll is on the stack.
    func shows(_ poll: Poll.ID) -> Bool { path.contains { $0.poll?.id == poll } }

    /// Changes each screen of a poll.
    mutating func change(_ poll: Poll.ID, _ change: (inout Poll.State) -> Void) {
      for id in path.ids {
        guard var screen = path[id: id]?.poll, screen.id == poll else { continue }
        change(&screen)
        path[id: id] = .poll(screen)
      }
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case pollTapped(id: Poll.ID)
    case path(StackActionOf<Path>)
    /// The session begins, or is there again: it may show polls without their votes, and the board may
    /// not have its own.
    @ServerOnly case began
    @ServerOnly case tallyRead(poll: Poll.ID, tally: PollTally, choice: Poll.Option.ID?)
    /// The votes of a poll have changed.
    @ServerOnly case tallyChanged(poll: Poll.ID, tally: PollTally)
  }

  /// The screens of the stack.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Path {
    case poll(Poll)
  }

  @Dependency(\.pollBoard) private var board
  @Dependency(\.session) private var session
  @Dependency(\.sessions) private var sessions

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pollTapped(let id):
        // Of two presses that meet, the second one comes too late.
        guard let poll = state.polls.first(where: { $0.id == id }),
          !state.path.contains(where: { $0.poll?.id == id })
        else { return .none }
        state.path.append(.poll(poll))
        return read([id])

      case .began:
        let polls = Set(state.path.compactMap { $0.poll?.id }).sorted()
        // The board may be another one, after a restart of the server.
        for poll in polls { state.change(poll) { $0.revision = 0 } }
        return .concatenate(voteAgain(state.polls), read(polls))

      case .tallyRead(let poll, let tally, let choice):
        state.change(poll) { if $0.show(tally) { $0.choice = choice } }
        return .none

      case .tallyChanged(let poll, let tally):
        state.change(poll) { _ = $0.show(tally) }
        return .none

      case .path(.element(let id, action: .poll(.voted(let option)))):
        let index = state.polls.firstIndex { $0.id == state.path[id: id]?.poll?.id }
        if let index { state.polls[index].choice = option }
        return .none

      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }

  /// Brings the votes of this session to a board that does not have them.
  private func voteAgain(_ polls: [Poll.State]) -> Effect<Action> {
    .run { [voter = session?.id ?? ""] _ in
      for poll in polls {
        guard let choice = poll.choice, board.read(poll.id, voter).choice == nil,
          let tally = board.vote(poll.id, choice, voter)
        else { continue }
        try await sessions.broadcast(
          Action.tallyChanged(poll: poll.id, tally: tally), to: Polls.name
        ) { (state: State) in
          state.shows(poll.id)
        }
      }
    }
  }

  private func read(_ polls: [Poll.ID]) -> Effect<Action> {
    .run { [voter = session?.id ?? ""] send in
      for poll in polls {
        let (tally, choice) = board.read(poll, voter)
        await send(.tallyRead(poll: poll, tally: tally, choice: choice))
      }
    }
  }
}

extension Polls.State {
  /// Creates the state for a link: `/polls/lunch` shows the poll about lunch.
  ///
  /// - Returns: `nil` for a link of another form.
  init?(link: String) {
    let segments = link.split(separator: "/", omittingEmptySubsequences: true)
    guard segments.first == "polls", segments.count <= 2 else { return nil }
    self.init()
    if segments.count == 1 { return }
    guard let poll = polls.first(where: { $0.id == segments[1] }) else { return nil }
    path.append(.poll(poll))
  }

  /// The link to what is shown; `nil` for several polls on top of each other.
  var link: String? {
    let shown = path.compactMap { $0.poll?.id }
    return shown.count > 1 ? nil : (["", "polls"] + shown).joined(separator: "/")
  }
}

extension Poll.State {
  /// The polls of the demo, without votes.
  static let all = [
    Poll.State(
      id: "lunch", question: "What is for lunch?",
      options: [
        Poll.Option(id: "soup", title: "Tomato soup"),
        Poll.Option(id: "pasta", title: "Pasta with pesto"),
        Poll.Option(id: "salad", title: "A large salad"),
      ]),
    Poll.State(
      id: "outing", question: "Where do we go on Friday?",
      options: [
        Poll.Option(id: "lake", title: "To the lake"),
        Poll.Option(id: "museum", title: "To the museum"),
        Poll.Option(id: "cinema", title: "To the cinema"),
        Poll.Option(id: "home", title: "Nowhere"),
      ]),
  ]
}
