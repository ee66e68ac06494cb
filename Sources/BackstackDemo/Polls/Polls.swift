import Backstack
import BackstackService

/// A list of polls, each of which opens on the stack.
@Reducer
struct Polls: Sendable {
  /// The name under which the feature is hosted.
  static let name = "polls"

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The polls that one can open.
    var polls = Poll.State.all
    var path = StackState<Path.State>()

    /// Whether a poll is on the stack.
    func shows(_ poll: Poll.ID) -> Bool { path.contains { $0.poll?.id == poll } }

    /// Shows the votes of a tally on each screen of its poll.
    ///
    /// - Parameter isFirst: Whether the screens may show votes from before the server was restarted.
    mutating func show(_ tally: PollTally, in poll: Poll.ID, isFirst: Bool) {
      for id in path.ids {
        guard var screen = path[id: id]?.poll, screen.id == poll,
          // Another person's vote may have overtaken this one.
          isFirst || screen.revision < tally.revision
        else { continue }
        screen.show(tally)
        path[id: id] = .poll(screen)
      }
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case pollTapped(id: Poll.ID)
    case path(StackActionOf<Path>)
    /// The session begins, or is there again: it may show polls without their votes.
    @ServerOnly case began
    @ServerOnly case tallyRead(poll: Poll.ID, tally: PollTally)
    /// The votes of a poll have changed.
    @ServerOnly case tallyChanged(poll: Poll.ID, tally: PollTally)
  }

  /// The screens of the stack.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Path {
    case poll(Poll)
  }

  @Dependency(\.pollBoard) private var board

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pollTapped(let id):
        guard let poll = state.polls.first(where: { $0.id == id }) else { return .none }
        state.path.append(.poll(poll))
        return read([id])

      case .began:
        return read(Set(state.path.compactMap { $0.poll?.id }).sorted())

      case .tallyRead(let poll, let tally):
        state.show(tally, in: poll, isFirst: true)
        return .none

      case .tallyChanged(let poll, let tally):
        state.show(tally, in: poll, isFirst: false)
        return .none

      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }

  private func read(_ polls: [Poll.ID]) -> Effect<Action> {
    .run { send in
      for poll in polls { await send(.tallyRead(poll: poll, tally: board.tally(poll))) }
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
