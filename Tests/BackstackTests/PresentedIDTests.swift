import Backstack
import Testing

/// The `id` of a presented state: that of a struct, of the payload of a case, and of the payload in
/// an enum without case paths.
@Suite("The id of what is presented")
struct PresentedIDTests {
  private static func effectsRemain<Presented: Presentable>(_: Presented.Type, id: Int) -> Bool {
    let store = Store(initialState: Parent<Presented>.State(child: Presented.make(id: 1))) {
      Parent<Presented>()
    }
    store.send(.child(.presented(.start)))
    // By now the feature is mounted, and another action finds it by its id.
    store.send(.child(.presented(.count)))
    store.send(.present(id))
    store.send(.child(.presented(.count)))
    return store.effectCount == 1
  }

  @Test("Effects go on while the id is the same, and end when it changes")
  func effects() {
    #expect(Self.effectsRemain(Row.self, id: 1))
    #expect(!Self.effectsRemain(Row.self, id: 2))
    #expect(Self.effectsRemain(RowOrOther.self, id: 1))
    #expect(!Self.effectsRemain(RowOrOther.self, id: 2))
    #expect(Self.effectsRemain(PlainRowOrOther.self, id: 1))
    #expect(!Self.effectsRemain(PlainRowOrOther.self, id: 2))
  }

  private static func staysAfterDismissal<Presented: Presentable>(_: Presented.Type, id: Int)
    -> Bool
  {
    let state = Parent<Presented>.State(child: Presented.make(id: 1), next: id)
    let store = Store(initialState: state) { Parent<Presented>() }
    store.send(.child(.dismiss))
    return store.withState { $0.child != nil }
  }

  @Test("What is presented while a dismissal is handled stays only if its id is new")
  func dismissal() {
    #expect(!Self.staysAfterDismissal(Row.self, id: 1))
    #expect(Self.staysAfterDismissal(Row.self, id: 2))
    #expect(!Self.staysAfterDismissal(RowOrOther.self, id: 1))
    #expect(Self.staysAfterDismissal(RowOrOther.self, id: 2))
    #expect(!Self.staysAfterDismissal(PlainRowOrOther.self, id: 1))
    #expect(Self.staysAfterDismissal(PlainRowOrOther.self, id: 2))
    // The payload becomes an instance of a subclass.
    #expect(!Self.staysAfterDismissal(Item.self, id: 1))
    #expect(Self.staysAfterDismissal(Item.self, id: 2))
  }
}

private protocol Presentable: Sendable {
  static func make(id: Int) -> Self
  /// Returns the state that is presented while a dismissal is handled.
  static func makeNext(id: Int) -> Self
}

extension Presentable {
  static func makeNext(id: Int) -> Self { make(id: id) }
}

private struct Row: Identifiable, Presentable {
  let id: Int

  static func make(id: Int) -> Row { Row(id: id) }
}

@CasePathable
private enum RowOrOther: Presentable {
  case row(Row)
  case other

  static func make(id: Int) -> RowOrOther { .row(Row(id: id)) }
}

private enum PlainRowOrOther: Presentable {
  case other
  case row(Row)

  static func make(id: Int) -> PlainRowOrOther { .row(Row(id: id)) }
}

@CasePathable
private enum Item: Presentable {
  case base(Base)

  static func make(id: Int) -> Item { .base(Base(id: id)) }
  static func makeNext(id: Int) -> Item { .base(Derived(id: id)) }

  class Base: Identifiable, @unchecked Sendable {
    // Sound: immutable.
    let id: Int

    init(id: Int) { self.id = id }
  }

  final class Derived: Base, @unchecked Sendable {}
}

@Reducer
private struct Parent<Presented: Presentable> {
  struct State: Sendable {
    @Presents var child: Presented?
    /// The id of the state to be presented while a dismissal is handled.
    var next: Int?
  }

  enum Action: Sendable {
    case child(PresentationAction<Child<Presented>.Action>)
    case present(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .present(let id): state.child = .make(id: id)
      case .child(.dismiss): state.child = state.next.map { .makeNext(id: $0) }
      case .child: break
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Child<Presented>() }
  }
}

@Reducer
private struct Child<Presented: Presentable> {
  typealias State = Presented

  enum Action: Sendable {
    case start
    case count
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .start: .run { _ in await forever() }
      case .count: .none
      }
    }
  }
}
