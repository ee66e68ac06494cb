import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Backstack

/// An action that runs an effect by its name, or logs a number.
private enum Act: Sendable, Hashable {
  case go(String)
  case got(Int)
}

@Suite("Effect rules")
struct EffectRulesTests {
  let clock = TestClock()
  let issues = IssueLog()

  private typealias Feature = Reduce<[Int], Act>

  /// Creates a store that logs numbers and runs effects by name.
  private func makeStore(
    _ effects: @escaping @Sendable (String) -> Effect<Act>
  ) -> StoreOf<Feature> {
    Store(initialState: []) {
      Reduce { state, action in
        switch action {
        case .got(let number):
          state.append(number)
          return .none
        case .go(let name): return effects(name)
        }
      }
    } withDependencies: {
      $0.issueReporter = issues.reporter
      $0.continuousClock = clock
    }
  }

  /// Returns an effect that sends a number after a second.
  private func later(_ number: Int) -> Effect<Act> {
    .run { [clock] send in
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
      await send(.got(number))
    }
  }

  private func advance(_ store: StoreOf<Feature>, _ seconds: Int = 1) async {
    await clock.advance(by: .seconds(seconds)) { await store.settle() }
  }

  @Test(
    "An effect's send is processed after the current action, before the store's send returns",
    .tags(.r86, .r96))
  func synchronousSend() {
    let store = makeStore { name in
      name == "all" ? .merge(.send(.got(1)), .send(.go("nested")), .send(.got(3))) : .send(.got(2))
    }
    store.send(.go("all"))
    #expect(store.state == [1, 3, 2])
  }

  @Test("Actions that are sent during a step are processed after it", .tags(.r95, .r96))
  func subject() {
    let box = Mutex<WeakStore<[Int], Act>?>(nil)
    let store = makeStore { _ in
      let store = box.withLock { $0?.store }
      store?.send(.got(1))
      store?.send(.got(2))
      return .send(.got(3))
    }
    box.withLock { $0 = WeakStore(store) }
    store.send(.go(""))
    #expect(store.state == [1, 2, 3])
    #expect(issues.messages.count == 2)
  }

  @Test("A run effect has the dependencies of the code that created it", .tags(.r87))
  func dependencies() {
    let store = makeStore { _ in
      withDependencies {
        $0.uuid = .constant(UUID(7))
      } operation: {
        .run { send in
          @Dependency(\.uuid) var uuid
          await send(.got(uuid() == UUID(7) ? 7 : 0))
        }
      }
    }
    store.send(.go(""))
    #expect(store.state == [7])
  }

  @Test("A CancellationError that an effect throws is neither reported nor handled", .tags(.r87))
  func cancellationError() {
    let store = makeStore { _ in
      .run { _ in
        throw CancellationError()
      } catch: { _, send in
        await send(.got(1))
      }
    }
    store.send(.go(""))
    #expect(issues.messages.isEmpty)
    #expect(store.state == [])
  }

  @Test("Errors of a cancelled effect are not reported and don't reach its handler", .tags(.r87))
  func errorAfterCancellation() async {
    struct Failure: Error {}
    let store = makeStore { [clock] _ in
      .merge(
        .run { _ in
          try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
          throw Failure()
        },
        .run { _ in
          try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
          throw Failure()
        } catch: { _, send in
          await send(.got(1))
        })
    }
    store.send(.go("")).cancel()
    await store.settle()
    #expect(clock.sleeperCount == 0)
    #expect(issues.messages.isEmpty)
    #expect(store.state == [])
  }

  @Test("A cancelled effect sends nothing", .tags(.r88))
  func sendAfterCancellation() async {
    let store = makeStore { [clock] name in
      name == "stop"
        ? .cancel(id: 1)
        : .run { send in
          try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
          await send(.got(1))
        }
        .cancellable(id: 1)
    }
    store.send(.go("start"))
    store.send(.go("stop"))
    await store.settle()
    #expect(store.state == [])
    #expect(store.actionCount == 2)
  }

  @Test(
    "none stays none when it is merged, concatenated, mapped or made cancellable", .tags(.r89, .r90)
  )
  func none() {
    let none = Effect<Act>.none
    #expect(Effect.merge(none, none).isNone)
    #expect(Effect.merge([none]).isNone)
    #expect(Effect.concatenate(none, none).isNone)
    #expect(Effect.concatenate([none]).isNone)
    #expect(none.merge(with: none).isNone)
    #expect(none.concatenate(with: none).isNone)
    #expect(none.map { $0 }.isNone)
    #expect(none.cancellable(id: 1).isNone)
    #expect(Effect<Act>.cancel(ids: [Int]()).isNone)
  }

  @Test(
    "Merged effects run concurrently, concatenated ones in order, also from sequences", .tags(.r89))
  func composition() async {
    let store = makeStore { name in
      name == "merge"
        ? .merge((1...3).map(later)) : .concatenate((1...3).map(later))
    }
    store.send(.go("merge"))
    #expect(store.effectCount == 3)
    await advance(store)
    #expect(store.state == [1, 2, 3])
    store.send(.go("concatenate"))
    #expect(store.effectCount == 1)
    await advance(store)
    #expect(store.state == [1, 2, 3, 1])
    await advance(store, 2)
    #expect(store.state == [1, 2, 3, 1, 2, 3])
  }

  @Test("A mapped effect sends mapped actions, also from its error handler", .tags(.r85))
  func map() {
    struct Failure: Error {}
    let store = makeStore { _ in
      Effect<Int>.merge(
        .send(1),
        .run { send in
          await send(2)
          throw Failure()
        } catch: { _, send in
          await send(3)
        },
        .concatenate(.send(4), .send(5)).cancellable(id: 1),
        .cancel(id: 2)
      )
      .map { .got($0 * 10) }
    }
    store.send(.go(""))
    #expect(store.state == [10, 40, 50, 20, 30])
  }

  @Test("Cancel ids differ by value and type, and several effects can share one", .tags(.r90))
  func ids() {
    enum Other: Int { case one = 1 }
    let store = makeStore { name in
      switch name {
      case "start":
        .merge(
          later(1).cancellable(id: 1), later(2).cancellable(id: 1),
          later(3).cancellable(id: Other.one), later(4).cancellable(id: "1"))
      case "stop number": .cancel(id: 1)
      case "stop case": .cancel(id: Other.one)
      default: .cancel(ids: ["0", "1"])
      }
    }
    store.send(.go("start"))
    #expect(store.effectCount == 4)
    store.send(.go("stop number"))
    #expect(store.effectCount == 2)
    store.send(.go("stop case"))
    #expect(store.effectCount == 1)
    store.send(.go("stop text"))
    #expect(store.effectCount == 0)
  }

  @Test(
    "An effect with several cancel ids is cancelled by each of them", .tags(.r90),
    arguments: [1, 2, 3])
  func nested(_ id: Int) {
    let store = makeStore { name in
      name == "start"
        ? .merge(later(1).cancellable(id: 1), later(2)).cancellable(id: 2).cancellable(id: 3)
        : .cancel(id: id)
    }
    store.send(.go("start"))
    store.send(.go("stop"))
    #expect(store.effectCount == (id == 1 ? 1 : 0))
  }

  @Test("A queued effect of a concatenation can be cancelled before it starts", .tags(.r93))
  func queued() async {
    let store = makeStore { name in
      name == "start"
        ? .concatenate(later(1), later(2).cancellable(id: 1)).cancellable(id: 2) : .cancel(id: 2)
    }
    store.send(.go("start"))
    store.send(.go("stop"))
    await advance(store, 3)
    #expect(store.state == [])
    #expect(store.effectCount == 0)
  }

  @Test("An effect that is cancelled in the step that returns it never runs", .tags(.r93))
  func sameStep() {
    let store = makeStore { _ in
      .merge(.run { send in await send(.got(1)) }.cancellable(id: 1), .cancel(id: 1))
    }
    store.send(.go(""))
    #expect(store.state == [])
    #expect(store.effectCount == 0)
  }

  @Test("Cancelling a task also cancels the effects of actions that its effects sent", .tags(.r98))
  func transitive() {
    let store = makeStore { name in name == "first" ? .send(.go("second")) : later(1) }
    let task = store.send(.go("first"))
    #expect(store.effectCount == 1)
    #expect(!task.isCancelled)
    task.cancel()
    #expect(store.effectCount == 0)
    #expect(task.isCancelled)
  }

  @Test("Cancelling a caller that awaits a task cancels the task's effects", .tags(.r99))
  func cancelledWaiter() async {
    let store = makeStore { _ in later(1) }
    let task = store.send(.go(""))
    let waiter = Task { await task.finish() }
    waiter.cancel()
    await waiter.value
    #expect(store.effectCount == 0)
    #expect(task.isCancelled)
  }

  @Test("A store inherits the dependencies of the code that creates it", .tags(.r102))
  func inheritance() {
    withDependencies {
      $0.uuid = .constant(UUID(9))
    } operation: {
      let store = Store<[Int], Act>(initialState: []) {
        Reduce { state, _ in
          @Dependency(\.uuid) var uuid
          state.append(uuid() == UUID(9) ? 9 : 0)
          return .none
        }
      }
      DependencyValues.$taskValues.withValue(nil) { _ = store.send(.got(0)) }
      #expect(store.state == [9])
    }
  }
}
