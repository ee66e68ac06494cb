import BackstackViews
import Glibc

/// A feature that crashes its process on purpose, in every kind of work on a session.
@Reducer
struct Trap {
  struct State: Codable, Sendable {
    var count = 0
    var fuse = Fuse()
    var path = StackState<Path.State>()
  }

  enum Action: Codable, Sendable {
    case countButtonTapped
    /// Makes the state crash when it is encoded or decoded.
    case arm(Fuse.Moment)
    case explode(Explosive)
    case startEffect(Failure)
    case startEffectThatSends(Failure)
    @ServerOnly case effectFailed(Failure)
    case path(StackActionOf<Path>)
  }

  @Reducer(state: .codable, action: .codable)
  enum Path {
    case screen(Screen)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countButtonTapped:
        state.count += 1
      case .arm(let moment):
        state.fuse.moment = moment
      case .startEffect(let failure):
        return .run { _ in failure.happen() }
      case .startEffectThatSends(let failure):
        return .run { send in await send(.effectFailed(failure)) }
      case .effectFailed(let failure):
        failure.happen()
      case .explode, .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

/// A view that crashes once it is armed.
struct TrapView: View {
  let store: StoreOf<Trap>

  var body: some View {
    if store.fuse.moment == .drawing { Failure.overflow.happen() }
    if store.fuse.moment == .drawingForever { Failure.loop.happen() }
    return Text("\(store.count)")
  }
}

/// A screen whose action crashes.
@Reducer
struct Screen {
  struct State: Codable, Sendable {
    var note = ""
  }

  enum Action: Codable, Sendable {
    case fail(Failure)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .fail(let failure): failure.happen()
      }
      return .none
    }
  }
}

/// A way for a process to crash.
@SchemaRepresentable
enum Failure: String, Codable, Sendable {
  case overflow, wrongPointer, abort, recursion, loop

  func happen() {
    switch self {
    case .overflow: print(successor(of: .max))
    case .wrongPointer: UnsafeMutablePointer<Int>(bitPattern: rawValue.count)?.pointee = 1
    case .abort: Glibc.abort()
    case .recursion: print(recurse(rawValue.count))
    case .loop: neverReturn()
    }
  }
}

/// Returns the next number, and traps for the largest. The result is printed, because the optimizer
/// removes an unused sum together with its trap.
@inline(never)
private func successor(of number: Int) -> Int { number + 1 }

/// Never returns.
private func neverReturn() {
  var numbers = SystemRandomNumberGenerator()
  while numbers.next() | 1 != 0 {}
}

/// Overflows the stack.
@inline(never)
private func recurse(_ depth: Int) -> Int {
  var numbers = Array(repeating: depth, count: 8)
  numbers[0] = depth < 0 ? 0 : recurse(depth + 1)
  return numbers.reduce(1) { $0 &+ $1 }
}

/// A part of a state that crashes when it is encoded or decoded, once it is armed.
struct Fuse: Codable, Sendable {
  @SchemaRepresentable
  enum Moment: String, Codable, Sendable {
    case encoding, decoding, drawing, drawingForever
  }

  var moment: Moment?

  init() {}

  private enum Key: CodingKey { case moment }

  init(from decoder: any Decoder) throws {
    moment = try decoder.container(keyedBy: Key.self).decodeIfPresent(Moment.self, forKey: .moment)
    if moment == .decoding { Failure.overflow.happen() }
  }

  func encode(to encoder: any Encoder) throws {
    if moment == .encoding { Failure.overflow.happen() }
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(moment, forKey: .moment)
  }
}

/// A payload that crashes when a client sends it.
///
/// It declares its schema itself, so that it is not decoded to derive the schema.
struct Explosive: Codable, SchemaRepresentable, Sendable {
  init(from decoder: any Decoder) throws { Failure.overflow.happen() }
  func encode(to encoder: any Encoder) throws {}
}
