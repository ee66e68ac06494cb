import Backstack
import BackstackPlatform
import Testing

@Suite("Sends with a closure")
struct SendTests {
  @Test("A Send with a closure delivers actions in order, unless its task is cancelled")
  func delivers() async {
    let actions = Guarded<[Int]>([])
    let send = Send<Int> { action in actions.withLock { $0.append(action) } }
    await send(1)
    await send(2)
    #expect(actions.withLock { $0 } == [1, 2])
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await send(3)
    }.value
    #expect(actions.withLock { $0 } == [1, 2])
  }
}
