import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Requests of TCA's users: memory")
struct StoreMemoryTests {
  @Test(
    "A thread with a stack of 512 kB can send actions to a state of 32 kB", .tags(.r121),
    arguments: LargeFeature.Use.allCases)
  func largeState(_ use: LargeFeature.Use) {
    let store = Store(initialState: LargeFeature.State.make()) { LargeFeature() }
    onSmallThread(kilobytes: 512) { store.send(use.action) }
    #expect(store.withState { use.isDone($0) })

    let checked = Store(initialState: LargeFeature.State.make()) { LargeFeature() }
    onSmallThread(kilobytes: 512) { #expect(checked.sendIfReachable(use.action) == nil) }
    #expect(checked.withState { use.isDone($0) })
  }

  @Test(
    "A stack of 512 kB suffices for screens of 32 kB, also while the state is copied",
    .tags(.r121), arguments: LargeScreens.Use.allCases, [false, true])
  func largeScreens(_ use: LargeScreens.Use, isCopied: Bool) {
    func store() -> StoreOf<LargeScreens> {
      var state = LargeScreens.State(
        child: LargeScreens.Volume.State(), spare: LargeScreens.Volume.State(id: 1))
      state.path.append(LargeScreens.Volume.State())
      state.list.append(LargeScreens.Volume.State())
      return Store(initialState: state) { LargeScreens() }
    }
    let action = use.action()

    let sent = store()
    let copy = isCopied ? sent.state : nil
    onSmallThread(kilobytes: 512) { sent.send(action) }
    #expect(sent.withState { use.isDone($0) })
    #expect(copy.map { use.isDone($0) } != true)

    let checked = store()
    let kept = isCopied ? checked.state : nil
    onSmallThread(kilobytes: 512) { #expect(checked.sendIfReachable(action) == nil) }
    #expect(checked.withState { use.isDone($0) })
    #expect(kept.map { use.isDone($0) } != true)
  }

  // A task that has not ended would keep the instance that its effect captures. The time limit
  // matters only when there is a leak, for which the test would wait.
  @Test(
    "Ten thousand stores with stacks, timers and alerts leave nothing behind", .tags(.r122))
  func leaks() async {
    let counter = InstanceCounter()
    let clock = TestClock()
    for number in 0..<10_000 {
      let store = Store(initialState: InstanceHolder.State()) {
        InstanceHolder()
      } withDependencies: {
        $0[InstanceHolder.InstanceMaker.self] = InstanceHolder.InstanceMaker(counter)
        $0.continuousClock = clock
      }
      store.send(.begin)
      store.send(.child(.presented(.begin)))
      store.send(.path(.element(id: 0, action: .begin)))
      if number == 0 {
        // The sleepers and instances that must be gone afterwards exist now.
        #expect(clock.sleeperCount == 3)
        #expect(counter.living == 13)
      }
      switch number % 4 {
      case 0: break
      case 1: store.send(.child(.presented(.leave)))
      case 2: store.send(.path(.popFrom(id: 0)))
      default: store.end()
      }
    }
    #expect(clock.sleeperCount == 0)
    #expect(await counter.isZero())
  }

  @Test(
    "A running timer keeps neither its screen nor its store alive")
  func ticking() async {
    let counter = InstanceCounter()
    let clock = TestClock()
    do {
      let store = Store(initialState: InstanceHolder.State()) {
        InstanceHolder()
      } withDependencies: {
        $0[InstanceHolder.InstanceMaker.self] = InstanceHolder.InstanceMaker(counter)
        $0.continuousClock = clock
      }
      store.send(.begin)
      store.send(.child(.presented(.begin)))
      await clock.advance(by: .seconds(10))
      #expect(store.actionCount == 22)
      store.send(.child(.dismiss))
      await store.settle()
      #expect(clock.sleeperCount == 1)
      let scoped = store.scope(state: \.path[id: 0], action: \.path[id: 0])
      #expect(scoped?.state.instance != nil)
    }
    #expect(clock.sleeperCount == 0)
    #expect(await counter.isZero())
  }
}
