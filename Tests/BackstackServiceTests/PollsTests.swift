import Backstack
import BackstackHTTP
import BackstackServiceTesting
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackDemo
@testable import BackstackService

@Suite("The polls of the demo")
@MainActor
struct PollsTests {
  /// The poll about lunch with some votes.
  private func lunch(_ votes: [String: Int], choice: String? = nil, revision: Int) -> Poll.State {
    var poll = Poll.State.all[0]
    _ = poll.show(PollTally(revision: revision, votes: votes))
    poll.choice = choice
    return poll
  }

  private func store(board: PollBoard = .inMemory()) -> TestStoreOf<Poll> {
    TestStore(initialState: Poll.State.all[0]) {
      Poll()
    } withDependencies: {
      $0.pollBoard = board
      $0.sessions = HostedSessions(send: { _, _ in }, broadcast: { _, _ in 1 })
    }
  }

  @Test("A vote can be changed, and withdrawn after a question")
  func vote() async {
    let board = PollBoard.inMemory()
    let store = store(board: board)
    await store.send(.optionTapped(id: "soup"))
    await store.receive(.voted(for: "soup")) { $0.choice = "soup" }
    // The same again changes nothing, nor does an option that there is not.
    await store.send(.optionTapped(id: "soup"))
    await store.send(.optionTapped(id: "steak"))
    await store.send(.optionTapped(id: "salad"))
    await store.receive(.voted(for: "salad")) { $0.choice = "salad" }
    #expect(board.read("lunch", "") == (PollTally(revision: 3, votes: ["salad": 1]), "salad"))
    await store.send(.withdrawButtonTapped) { $0.alert = .withdraw }
    await store.send(.alert(.presented(.confirmWithdrawal))) { $0.alert = nil }
    await store.receive(.voted(for: nil)) { $0.choice = nil }
    await store.send(.withdrawButtonTapped)
    #expect(board.read("lunch", "") == (PollTally(revision: 4), nil))
  }

  @Test("A poll that has as many voters as it may takes no more")
  func full() async {
    let board = PollBoard.inMemory()
    for number in 1...PollBoard.maximumVoters { _ = board.vote("lunch", "soup", "\(number)") }
    let store = store(board: board)
    await store.send(.optionTapped(id: "salad"))
    await store.receive(.voteRefused) { $0.alert = .full }
    #expect(board.vote("lunch", "salad", "1")?.votes == ["soup": 9999, "salad": 1])
    #expect(board.vote("lunch", nil, "2")?.votes == ["soup": 9998, "salad": 1])
    #expect(board.vote("lunch", "salad", "new")?.votes == ["soup": 9998, "salad": 2])
  }

  @Test("A session that ends takes its votes with it")
  func ended() async throws {
    let board = PollBoard.inMemory()
    let polls = try #require(
      makeDemoFeatures { $0.pollBoard = board }.first { $0.name == Polls.name })
    let directory = SessionDirectory(features: [polls])
    let session = try await directory.create(Polls.name)
    for poll in ["lunch", "outing"] { _ = board.vote(poll, "soup", session.id) }
    _ = board.vote("lunch", "soup", "other")
    try await directory.end(session.id)
    #expect(board.read("lunch", session.id) == (PollTally(revision: 4, votes: ["soup": 1]), nil))
    #expect(board.read("outing", session.id) == (PollTally(revision: 3), nil))
    // One that has not voted changes nothing.
    try await directory.end(try await directory.create(Polls.name).id)
    #expect(board.read("lunch", "other").0.revision == 4)
  }

  @Test("Of two tallies the later one is shown, in whichever order they arrive")
  func order() async {
    let store = TestStore(initialState: Polls.State(link: "/polls/lunch") ?? Polls.State()) {
      Polls()
    }
    let early = PollTally(revision: 2, votes: ["soup": 1])
    let late = PollTally(revision: 3, votes: ["soup": 1, "salad": 1])
    await store.send(.tallyChanged(poll: "lunch", tally: late)) {
      $0.path[id: 0] = .poll(lunch(["soup": 1, "salad": 1], revision: 3))
    }
    await store.send(.tallyChanged(poll: "lunch", tally: early))
    await store.send(.tallyRead(poll: "lunch", tally: early, choice: "soup"))
    await store.send(.tallyChanged(poll: "outing", tally: PollTally(revision: 9)))
    // What the board says counts after a restart, which has lost all votes.
    await store.send(.began) {
      $0.path[id: 0] = .poll(lunch(["soup": 1, "salad": 1], revision: 3).unread)
    }
    await store.receive(.tallyRead(poll: "lunch", tally: PollTally(), choice: nil)) {
      $0.path[id: 0] = .poll(lunch([:], revision: 1))
    }
  }

  @Test("A session brings its votes to a board that has lost them, whatever it shows")
  func lostBoard() async {
    let (board, other) = (PollBoard.inMemory(), PollBoard.inMemory())
    var state = Polls.State(link: "/polls/lunch") ?? Polls.State()
    for current in [board, other] {
      let store = TestStore(initialState: state) {
        Polls()
      } withDependencies: {
        $0.pollBoard = current
        $0.sessions = HostedSessions(send: { _, _ in }, broadcast: { _, _ in 1 })
      }
      store.exhaustivity = .off
      if state.path.isEmpty {
        await store.send(.began)
      } else {
        await store.send(.path(.element(id: 0, action: .poll(.optionTapped(id: "soup")))))
        await store.skipReceivedActions()
        #expect(store.state.polls.map(\.choice) == ["soup", nil])
        await store.send(.path(.popFrom(id: 0)))
      }
      await store.finish()
      state = store.state
    }
    #expect(other.read("lunch", "").choice == "soup")
    #expect(other.read("outing", "").choice == nil)
  }

  @Test("Everyone with the poll on the screen sees each vote", arguments: ServiceTransport.allCases)
  func shared(over transport: ServiceTransport) async throws {
    let board = PollBoard.inMemory()
    let polls = try #require(
      makeDemoFeatures { $0.pollBoard = board }.first { $0.name == Polls.name })
    let service = try HostedService([polls], over: transport)
    let ada = try await service.session(of: Polls.self, Polls.name, from: .link("/polls/lunch"))
    let bob = try await service.session(of: Polls.self, Polls.name)
    let eve = try await service.session(of: Polls.self, Polls.name, from: .link("/polls/outing"))
    try await bob.send(.pollTapped(id: "lunch"))

    /// Returns the session once its start action has read the board, which is its second version.
    func settled(_ session: HostedSession<Polls.State, Polls.Action>) async throws
      -> HostedSnapshot<Polls.State>
    {
      while true {
        let snapshot = try await session.snapshot()
        if snapshot.version >= 2 { return snapshot }
        await letOthersWork()
      }
    }
    let before = try await settled(eve).version

    func vote(_ option: String, _ session: HostedSession<Polls.State, Polls.Action>) async throws {
      let response = try await service.send(
        .post, session.path + "/actions",
        json: #"{"path": {"element": {"id": 0, "action": {"poll": {"optionTapped": "#
          + #"{"id": "\#(option)"}}}}}}"#,
        fields: [.prefer: "wait=60"])
      #expect(response.status == 200)
    }
    try await vote("soup", ada)
    try await vote("salad", bob)
    let votes = ["soup": 1, "salad": 1]
    #expect(
      try await ada.snapshot().state.path[id: 0]?.poll == lunch(votes, choice: "soup", revision: 3))
    #expect(
      try await bob.snapshot().state.path[id: 0]?.poll == lunch(votes, choice: "salad", revision: 3)
    )
    #expect(try await settled(eve).version == before)
    // A new session sees the votes at once.
    let new = try await service.session(of: Polls.self, Polls.name, from: .link("/polls/lunch"))
    #expect(try await settled(new).state.path[id: 0]?.poll == lunch(votes, revision: 3))
  }

  @Test("Links lead to the list and to each poll, and nowhere else")
  func links() throws {
    #expect(Polls.State(link: "/polls") == Polls.State())
    #expect(Polls.State(link: "/polls/outing")?.path.first?.poll?.id == "outing")
    for link in ["/", "/poll", "/polls/dinner", "/polls/lunch/1"] {
      #expect(Polls.State(link: link) == nil)
    }
    for link in ["/polls", "/polls/outing"] {
      var state = try #require(Polls.State(link: link))
      #expect(state.link == link)
      state.path.append(.poll(Poll.State.all[0]))
      #expect(state.link == (link == "/polls" ? "/polls/lunch" : nil))
    }
  }
}

extension Poll.State {
  /// The same, whose tally has to be read again.
  fileprivate var unread: Self {
    var poll = self
    poll.revision = 0
    return poll
  }
}
