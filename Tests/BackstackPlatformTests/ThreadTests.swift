import BackstackTestSupport
import Synchronization
import Testing

@testable import BackstackPlatform

@Suite("Threads")
struct ThreadTests {
  /// The number of threads that ended with a value.
  private static let ends = Atomic(0)

  @Test("Each thread has its own value of a variable, which a function gets when the thread ends")
  func pointers() throws {
    let pointer = try #require(
      ThreadPointer { raw in
        ThreadTests.ends.add(raw.map { Int(bitPattern: $0) } ?? -100, ordering: .relaxed)
      })
    #expect(pointer.value == nil)
    #expect(pointer.set(UnsafeMutableRawPointer(bitPattern: 1)))
    defer { pointer.set(nil) }
    onSmallThread(kilobytes: 256) {
      let same = ThreadPointer(number: pointer.number)
      #expect(same.value == nil)
      #expect(same.set(UnsafeMutableRawPointer(bitPattern: 2)))
      #expect(pointer.value == UnsafeMutableRawPointer(bitPattern: 2))
    }
    // A thread without a value.
    onSmallThread(kilobytes: 256) { #expect(pointer.value == nil) }
    #expect(Self.ends.load(ordering: .relaxed) == 2)
    #expect(pointer.value == UnsafeMutableRawPointer(bitPattern: 1))
  }

  @Test("A mutex that a thread holds can't be acquired by another one")
  func mutex() {
    final class Shared: Sendable {
      let mutex = PlatformMutex()
      func acquires() -> Bool { mutex.lockIfFree() }
    }
    let shared = Shared()
    shared.mutex.lock()
    onSmallThread(kilobytes: 256) { #expect(!shared.acquires()) }
    shared.mutex.unlock()
    onSmallThread(kilobytes: 256) {
      #expect(shared.acquires())
      shared.mutex.unlock()
    }
    #expect(shared.acquires())
    shared.mutex.unlock()
  }
}
