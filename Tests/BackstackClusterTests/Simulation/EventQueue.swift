/// The events of a simulation that are yet to come, by their times; of those at one time, the first that was
/// added comes first.
struct EventQueue<Element> {
  private var heap = EventHeap()
  /// The elements by number. They stay where they are, while the heap moves their places.
  private var elements: [Int: Element] = [:]

  mutating func add(_ element: Element, at time: Int64) {
    elements[heap.add(at: time)] = element
  }

  mutating func removeFirst() -> (time: Int64, element: Element)? {
    guard let first = heap.removeFirst(), let element = elements.removeValue(forKey: first.number)
    else { return nil }
    return (first.time, element)
  }
}

/// The places of events: a binary heap.
private struct EventHeap {
  struct Place {
    let time: Int64
    let number: Int

    func precedes(_ other: Place) -> Bool {
      time != other.time ? time < other.time : number < other.number
    }
  }

  private var places: [Place] = []
  private var count = 0

  /// - Returns: The number of the event.
  mutating func add(at time: Int64) -> Int {
    let place = Place(time: time, number: count)
    count += 1
    places.append(place)
    var index = places.count - 1
    while index > 0, place.precedes(places[(index - 1) / 2]) {
      places.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
    return place.number
  }

  mutating func removeFirst() -> Place? {
    guard let first = places.first, let last = places.popLast() else { return nil }
    if places.isEmpty { return first }
    places[0] = last
    var index = 0
    while 2 * index + 1 < places.count {
      var least = 2 * index + 1
      if least + 1 < places.count, places[least + 1].precedes(places[least]) { least += 1 }
      guard places[least].precedes(places[index]) else { break }
      places.swapAt(index, least)
      index = least
    }
    return first
  }
}
