import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("What users of TCA ask for: memory")
struct StoreMemoryTests {
  @Test(
    "A state of five megabytes is sent actions on half a megabyte of stack", .tags(.r121),
    .disabled(if: isSanitized, "Sanitizers put copies on the stack."),
    arguments: LargeFeature.Use.allCases)
  func largeState(_ use: LargeFeature.Use) {
    onSmallThread(kilobytes: 128 << 10) {
      let store = Store(initialState: LargeFeature.State.make()) { LargeFeature() }
      onSmallThread(kilobytes: 512) { store.send(use.action) }
      #expect(store.withState { use.isDone($0) })

      let checked = Store(initialState: LargeFeature.State.make()) { LargeFeature() }
      onSmallThread(kilobytes: 512) { #expect(checked.sendIfReachable(use.action) == nil) }
      #expect(checked.withState { use.isDone($0) })
    }
  }

  @Test(
    "Screens of five megabytes each are presented, pushed, changed and closed on half a megabyte of stack, also while somebody keeps a copy of the state",
    .disabled(if: isSanitized, "Sanitizers put copies on the stack."),
    arguments: LargeScreens.Use.allCases, [false, true])
  func largeScreens(_ use: LargeScreens.Use, isCopied: Bool) {
    onSmallThread(kilobytes: 128 << 10) {
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
  }

  @Test(
    "A snapshot of screens of five megabytes each is taken on half a megabyte of stack",
    .disabled(if: isSanitized, "Sanitizers put copies on the stack."))
  func largeSnapshot() {
    onSmallThread(kilobytes: 128 << 10) {
      var state = LargeScreens.State(child: LargeScreens.Volume.State(id: 3))
      state.path.append(LargeScreens.Volume.State(id: 4))
      let store = Store(initialState: state) { LargeScreens() }
      let snapshot = LockIsolated<LargeScreens.State?>(nil)
      onSmallThread(kilobytes: 512) { snapshot.setValue(store.state) }
      #expect(snapshot.value?.child?.id == 3)
      #expect(snapshot.value?.path.first?.id == 4)
    }
  }

  // A task that had not ended would keep the instance that its effect holds; the time limit is for
  // a leak only, which would be waited for.
  @Test(
    "Ten thousand stores with stacks, timers and alerts leave nothing behind", .tags(.r122),
    .timeLimit(.minutes(20)))
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
        // What is to be gone afterwards is there now.
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
    "A timer that ticks keeps neither its screen nor its store",
    .timeLimit(.minutes(20)))
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
