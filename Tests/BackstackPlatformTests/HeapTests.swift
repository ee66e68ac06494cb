import BackstackPlatform
import BackstackTestSupport
import Testing

@Suite("Heaps")
struct HeapTests {
  private struct Element: HeapElement, Equatable {
    let priority: Int
    let number: Int

    func isBefore(_ other: Self) -> Bool { priority < other.priority }
  }

  @Test("A heap gives the elements that a sorted array gives, in random runs", arguments: 0..<20)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var numbers = 0..<10_000
    func element() -> Element {
      Element(priority: random.below(50), number: numbers.popFirst() ?? 0)
    }
    var array = (0..<random.below(20)).map { _ in element() }
    var heap = Heap(array)
    for step in 0..<2000 {
      // Grows in one half of the run and shrinks in the other.
      switch random.below(100) {
      case ..<(step < 1000 ? 60 : 35):
        let element = element()
        heap.insert(element)
        array.append(element)
      case ..<98:
        #expect(heap.first?.priority == array.map(\.priority).min())
        let first = heap.popFirst()
        #expect(first?.priority == array.map(\.priority).min())
        array.removeAll { $0 == first }
      default:
        let divisor = 2 + random.below(20)
        heap.removeAll { $0.number % divisor == 0 }
        array.removeAll { $0.number % divisor == 0 }
      }
      #expect(heap.count == array.count)
    }
    let rest = (0..<heap.count).map { heap[$0].number }
    #expect(rest.sorted() == array.map(\.number).sorted())
  }
}
