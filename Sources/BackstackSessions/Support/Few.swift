/// A list that usually has one element, for which it allocates no memory.
struct Few<Element> {
  private var first: Element?
  private var others: [Element] = []

  var last: Element? { others.last ?? first }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  mutating func removeLast() {
    if others.isEmpty { first = nil } else { others.removeLast() }
  }

  func contains(where predicate: (Element) -> Bool) -> Bool {
    first.map(predicate) == true || others.contains(where: predicate)
  }

  func visit(_ body: (Element) throws -> Void) rethrows {
    if let first { try body(first) }
    for element in others { try body(element) }
  }
}

extension Few where Element: Comparable {
  mutating func sort() {
    guard let first, !others.isEmpty else { return }
    others.append(first)
    others.sort()
    self.first = others.removeFirst()
  }
}
