import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("State validation")
struct StateValidationTests {
  /// The maximum number of a dial. A host changes it between two releases.
  private let maximum: Int

  init() { maximum = 9 }

  private func feature(upTo maximum: Int) -> Feature {
    Feature(
      "dial", initialState: Dial.State(),
      link: Dial.State.init(link:),
      clientInput: ClientInput(takesState: true, takesPushes: true),
      validate: Dial.State.validation(upTo: maximum)
    ) { Dial() }
  }

  private var client: ServiceClient {
    var configuration = ServiceConfiguration()
    // Snapshots tell when their session expires: the date stands still, so that they can be compared.
    configuration.now = ManualDate().now
    return ServiceClient([feature(upTo: maximum)], configuration: configuration)
  }

  @Test(
    "A creation with an invalid state gets the message and the value's pointer",
    arguments: [
      (
        #"{"feature":"dial","state":{"number":10,"path":[]}}"#, "A dial ends at 9.", "/state/number"
      ),
      (
        #"{"feature":"dial","state":{"number":1,"path":[{"text":"a"},{"text":""}]}}"#,
        "A note has a text.", "/state/path/1/state/text"
      ),
      (#"{"feature":"dial","link":"/10"}"#, "It is at /number in the state.", "/link"),
    ])
  func creation(_ content: String, _ message: String, _ pointer: String) async {
    let refusal = await client.send(.post, "/sessions", content)
    #expect(refusal.status == 422)
    #expect(refusal.problem == "invalid-state")
    #expect(refusal.contains(message))
    #expect(refusal.contains(#""pointer":"\#(pointer)""#))
  }

  @Test("Valid states are accepted from clients and links")
  func valid() async {
    let client = client
    let state = #"{"feature":"dial","state":{"number":9,"path":[{"text":"a"}]}}"#
    #expect(await client.send(.post, "/sessions", state).status == 201)
    #expect(await client.send(.post, "/sessions", #"{"feature":"dial","link":"/9"}"#).status == 201)
  }

  @Test("Restoring an invalid version is refused and changes nothing")
  func restore() async {
    let client = client
    let session = await client.create(#"{"feature":"dial","link":"/9"}"#)
    // The states of reducers are not validated.
    #expect(await client.act(session, #""raise""#).contains(#""number":10"#))
    #expect(await client.act(session, #""lower""#).version == 2)
    let refusal = await client.send(.post, session + "/restore", #"{"version": 1}"#)
    #expect(refusal.status == 422)
    #expect(refusal.problem == "invalid-state")
    #expect(refusal.contains(#""pointer":"/version""#))
    #expect(await client.send(.get, session).version == 2)
    #expect(await client.send(.post, session + "/restore", #"{"version": 0}"#).version == 3)
  }

  @Test("A push that leads to an invalid state is rolled back with its batch")
  func push() async {
    let client = client
    let session = await client.create(#"{"feature":"dial"}"#)
    let before = await client.send(.get, session).text
    for actions in [
      #"{"path":{"push":{"state":{"text":""}}}}"#,
      #"["raise",{"path":{"push":{"state":{"text":""}}}}]"#,
    ] {
      let refusal = await client.act(session, actions)
      #expect(refusal.status == 422)
      #expect(refusal.problem == "invalid-state")
      #expect(refusal.contains("A note has a text."))
    }
    #expect(await client.send(.get, session).text == before)
    let pushed = await client.act(session, #"{"path":{"push":{"state":{"text":"a"}}}}"#)
    #expect(pushed.version == 1)
  }

  @Test("A saved session with an invalid state cannot be resumed, and the error explains why")
  func savedSession() async throws {
    let first = BackstackServer(features: [feature(upTo: 20)])
    defer { first.shutdown(graceSeconds: 0) }
    try await confirmation { created in
      let request = try HTTPRequest(
        method: .post, target: "/sessions", fields: [.contentType: "application/json"],
        body: Array(#"{"feature":"dial","link":"/15"}"#.utf8))
      first.respond(to: request) { if $0.status == .created { created() } }
    }
    let saved = try #require(first.savedSessions().first)
    let second = BackstackServer(features: [feature(upTo: 9)])
    defer { second.shutdown(graceSeconds: 0) }
    let error = #expect(throws: SessionResumeError.self) { try second.resume(saved) }
    #expect(error?.message.contains("A dial ends at 9. It is at /number in the state.") == true)
    #expect(second.savedSessions().isEmpty)
  }

  @Test("A stored session with an invalid state is kept, and gets 500")
  func storedSession() async {
    var configuration = ServiceConfiguration()
    configuration.storage = MemoryStorage()
    let before = ServiceClient([feature(upTo: 20)], configuration: configuration)
    let session = await before.create(#"{"feature":"dial","link":"/15"}"#)
    before.service.directory.releaseSessions()
    let after = ServiceClient([feature(upTo: 9)], configuration: configuration)
    let refusal = await after.send(.get, session)
    #expect(refusal.status == 500)
    #expect(refusal.problem == "unreadable-session")
    #expect(refusal.contains("A dial ends at 9."))
    after.service.directory.releaseSessions()
    let later = ServiceClient([feature(upTo: 20)], configuration: configuration)
    #expect(await later.send(.get, session).contains(#""number":15"#))
  }
}

/// A number that actions change, and notes on a stack.
@Reducer
private struct Dial {
  struct State: Codable, Sendable {
    var number: Int
    var path = StackState<Note.State>()

    init(number: Int = 0) { self.number = number }

    init?(link: String) {
      guard let number = Int(link.dropFirst()) else { return nil }
      self.init(number: number)
    }

    static func validation(upTo maximum: Int) -> @Sendable (Self) throws -> Void {
      { state in
        try InvalidState.within("number") {
          guard state.number <= maximum else { throw InvalidState("A dial ends at \(maximum).") }
        }
        for (index, note) in state.path.enumerated() where note.text.isEmpty {
          throw InvalidState("A note has a text.", at: "path", .element(index), "state", "text")
        }
      }
    }
  }

  enum Action: Codable, Sendable {
    case raise
    case lower
    case path(StackAction<Note.State, Note.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .raise: state.number += 1
      case .lower: state.number -= 1
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Note() }
  }
}

@Reducer
private struct Note {
  struct State: Codable, Sendable { var text: String }
  enum Action: Codable, Sendable { case tap }

  var body: some ReducerOf<Self> { EmptyReducer() }
}
