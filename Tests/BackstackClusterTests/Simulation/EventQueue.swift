/// The events of a simulation, of which the earliest comes first; of two at the same time, the one
/// that was added first.
struct EventQueue<Element> {
  private struct Event {
    let time: Int64
    let order: UInt64
    let element: Element

    func precedes(_ other: Event) -> Bool {
      time != other.time ? time < other.time : order < other.order
    }
  }

  private var heap: [Event] = []
  private var order: UInt64 = 0

  mutating func add(_ element: Element, at time: Int64) {
    heap.append(Event(time: time, order: order, element: element))
    order += 1
    var index = heap.count - 1
    while index > 0, heap[index].precedes(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeFirst() -> (time: Int64, element: Element)? {
    guard let first = heap.first else { return nil }
    heap[0] = heap[heap.count - 1]
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      if least == index { break }
      heap.swapAt(index, least)
      index = least
    }
    return (first.time, first.element)
  }
}
