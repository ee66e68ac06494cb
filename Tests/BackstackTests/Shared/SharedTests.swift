import BackstackDependencies
import BackstackPlatform
import FoundationEssentials
import Testing

@testable import Backstack

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var points: Self { Self[.inMemory("points"), default: 12] }
}

@Suite("Shared values")
struct SharedTests {
  struct User: Equatable, Hashable, Sendable, Codable, Identifiable {
    var id: Int
    var name: String
    var nickname: String?
  }

  @Test("Copies of a property refer to one value")
  func copies() {
    @Shared(value: 1) var count: Int
    let copy = $count
    copy.withLock { $0 += 1 }
    #expect(count == 2 && copy.wrappedValue == 2)
    $count = Shared(value: 5)
    #expect(count == 5 && copy.wrappedValue == 2)
  }

  @Test("Parts of a value are shared with it: properties, elements, entries and positions")
  func parts() {
    @Shared(value: [User(id: 1, name: "A"), User(id: 2, name: "B")])
    var users: IdentifiedArray<Int, User>
    let name = Shared($users[id: 2])?.name
    name?.withLock { $0 = "C" }
    #expect(users[id: 2]?.name == "C" && Shared($users[id: 3]) == nil)
    $users[id: 3].withLock { $0 = User(id: 3, name: "D") }
    #expect(users.count == 3 && $users.count.wrappedValue == 3)

    @Shared(value: ["a": 1]) var numbers: [String: Int]
    $numbers["b"].withLock { $0 = 2 }
    #expect(numbers == ["a": 1, "b": 2])

    @Shared(value: ["x", "y"]) var letters: [String]
    let last = $letters[1]
    last.withLock { $0 = "z" }
    #expect(letters == ["x", "z"])

    let nickname = Shared($users[id: 1])!.nickname
    nickname.withLock { $0 = "Al" }
    #expect(Shared(nickname)?.wrappedValue == "Al")
  }

  @Test("A part that has left its value stays as it was, and a change reports an issue")
  func removedParts() {
    let issues = IssueLog()
    withDependencies {
      $0.issueReporter = issues.reporter
    } operation: {
      @Shared(value: [User(id: 1, name: "A")]) var users: IdentifiedArray<Int, User>
      @Shared(value: ["x", "y"]) var letters: [String]
      let user = Shared($users[id: 1])!
      let last = $letters[1]
      user.withLock { $0.name = "B" }
      $users.withLock { _ = $0.remove(id: 1) }
      $letters.withLock { _ = $0.removeLast() }
      #expect(user.wrappedValue.name == "B" && last.wrappedValue == "y")
      user.withLock { $0.name = "C" }
      last.withLock { $0 = "z" }
      #expect(users.isEmpty && letters == ["x"] && user.wrappedValue.name == "B")
    }
    #expect(issues.messages.count == 2, "\(issues.messages)")
  }

  @Test("Values with a key are one value in a store, a test, or a process")
  func keys() {
    withDependencies { _ in
    } operation: {
      @Shared(.inMemory("points")) var points = 1
      @Shared(.points) var same
      @SharedReader(.inMemory("points")) var reader = 2
      $same.withLock { $0 = 7 }
      #expect(points == 7 && reader == 7)
    }
    withDependencies {
      $0.context = .test
    } operation: {
      @Shared(.points) var points
      @Shared(.fileStorage(URL(filePath: "/tmp/users.json"))) var users: [User] = []
      @Shared(.fileStorage(URL(filePath: "/home/users.json"))) var same: [User] = []
      $users.withLock { $0 = [User(id: 1, name: "A")] }
      #expect(points == 12 && same.count == 1)
    }
  }

  @Test("A key with another type reports an issue, and is a value of its own")
  func otherType() {
    let issues = IssueLog()
    withDependencies {
      $0.issueReporter = issues.reporter
    } operation: {
      @Shared(.inMemory("a")) var number = 1
      @Shared(.inMemory("a")) var text = "b"
      #expect(number == 1 && text == "b")
    }
    #expect(issues.messages.count == 1, "\(issues.messages)")
  }

  @Test("The wire form is that of the value")
  func coding() throws {
    struct State: Codable, Equatable {
      @Shared var user: User
      @SharedReader var count: Int
      @Shared var note: String?
    }
    let state = State(
      user: Shared(value: User(id: 1, name: "A")), count: SharedReader(value: 2),
      note: Shared(value: nil))
    let json = try JSONStreamEncoder.encode(state)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"user":{"id":1,"name":"A"},"count":2,"note":null}"#)
    #expect(try JSONStreamDecoder.decode(State.self, from: json) == state)
    let short = Array(#"{"user":{"id":1,"name":"A"},"count":2}"#.utf8)
    #expect(try JSONStreamDecoder.decode(State.self, from: short) == state)
  }

  @Test("Values are compared, hashed and described as such")
  func comparison() {
    let (a, b) = (Shared(value: 1), Shared(value: 1))
    #expect(a == b && a.hashValue == b.hashValue && "\(a)" == "1")
    b.withLock { $0 = 2 }
    #expect(a != b)
    #expect(SharedReader(a) != SharedReader(b) && SharedReader(a).read { $0 + 1 }.wrappedValue == 2)
  }

  @Test("No change is lost between threads")
  func threads() async {
    let count = Shared(value: 0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<500 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.wrappedValue == 4000)
  }

  @Test("A closure may read the value that it changes; an inner change is lost, and reported")
  func nestedChanges() {
    let issues = IssueLog()
    withDependencies {
      $0.issueReporter = issues.reporter
    } operation: {
      let count = Shared(value: 1)
      count.withLock { $0 += count.wrappedValue }
      #expect(count.wrappedValue == 2 && issues.messages.isEmpty)
      count.withLock { value in
        count.withLock { $0 = 50 }
        value += 1
      }
      #expect(count.wrappedValue == 3)
    }
    #expect(issues.messages.count == 1)
  }

  @Test("An error leaves the value as it was")
  func errors() {
    struct Refusal: Error {}
    let count = Shared(value: 1)
    #expect(throws: Refusal.self) {
      try count.withLock { value in
        value = 2
        throw Refusal()
      }
    }
    #expect(count.wrappedValue == 1)
  }
}

/// A feature whose child shares a value with it.
@Reducer
private struct Parent {
  @ObservableState
  struct State: Equatable, Sendable {
    @Shared var count: Int
    var child: Child.State

    init() {
      let count = Shared(value: 0)
      _count = count
      child = Child.State(count: count)
    }
  }

  enum Action: Sendable {
    case child(Child.Action)
    case later
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Child() }
    Reduce { state, action in
      guard case .later = action else { return .none }
      return .run { [count = state.$count] _ in count.withLock { $0 += 10 } }
    }
  }
}

@Reducer
private struct Child {
  @ObservableState
  struct State: Equatable, Sendable {
    @Shared var count: Int
  }

  enum Action: Sendable { case add }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Suite("Shared values in a store")
struct SharedStoreTests {
  @Test("A parent sees what its child changes, and observers what an effect changes")
  func store() {
    let store = Store(initialState: Parent.State()) { Parent() }
    let seen = Guarded<[Int]>([])
    let token = store.onChange(of: \.count) { count in seen.withLock { $0.append(count) } }
    store.send(.child(.add))
    #expect(store.count == 1 && store.child.count == 1)
    store.send(.later)
    #expect(store.count == 11)
    // An action of a child, that of the parent, and the change of the effect.
    #expect(store.actionCount == 3)
    #expect(seen.withLock { $0 } == [1, 11])
    token.cancel()
  }

  @Test("A batch that is refused puts shared values back")
  func batch() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    let tasks = try store.sendBatch([.child(.add), .child(.add)]) { $0.count > 5 }
    #expect(tasks == nil && store.count == 0)
    _ = try store.sendBatch([.child(.add)])
    #expect(store.count == 1)
  }

  @Test("Each store has its own values with a key")
  func ownKeys() {
    struct State: Sendable { @Shared(.inMemory("n")) var n = 0 }
    func store() -> Store<State, Int> {
      Store(initialState: State()) {
        Reduce<State, Int> { state, add in
          state.n += add
          return .none
        }
      }
    }
    let (first, second) = (store(), store())
    first.send(2)
    #expect(first.n == 2 && second.n == 0)
  }
}
