import BackstackPlatform
import BackstackTestSupport
import Testing

@Suite("Deques")
struct DequeTests {
  @Test("A deque does what an array does, in random runs", arguments: 0..<20)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var deque = Deque<Int>()
    var array: [Int] = []
    for step in 0..<2000 {
      // Grows in one half of the run and shrinks in the other, past the size that is compacted.
      switch random.below(100) {
      case ..<(step < 1000 ? 60 : 35):
        deque.append(step)
        array.append(step)
      case ..<95:
        #expect(deque.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
      case 95 where !array.isEmpty:
        let position = random.below(array.count)
        deque[position] = -step
        array[position] = -step
      case 97:
        deque.prepend(step)
        array.insert(step, at: 0)
      case 98:
        deque.removeAll { $0 % 7 == 0 }
        array.removeAll { $0 % 7 == 0 }
      case 96 where random.percent(5):
        deque.removeAll()
        array.removeAll()
      default: break
      }
      #expect(deque.elementsEqual(array))
      #expect(deque.count == array.count && deque.first == array.first && deque.last == array.last)
    }
  }

  @Test("A deque frees the memory of removed elements")
  func memory() {
    final class Element {}
    var deque = Deque<Element>()
    var elements = (0..<1000).map { _ in Element() }
    weak let first = elements[0]
    for element in elements { deque.append(element) }
    elements = []
    for _ in 0..<499 { deque.removeFirst() }
    #expect(first != nil)
    deque.removeFirst()
    #expect(first == nil)
    #expect(deque.count == 500)
  }
}
