/// A list that usually has one element, for which it allocates no memory.
struct Few<Element> {
  private var first: Element?
  private var others: [Element] = []

  var last: Element? { others.last ?? first }

  var count: Int { first == nil ? 0 : others.count + 1 }

  mutating func append(_ element: consuming Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  mutating func removeLast() {
    if others.isEmpty { first = nil } else { others.removeLast() }
  }

  /// Changes an element in place.
  ///
  /// - Precondition: The index is below ``count``.
  mutating func change(at index: Int, _ body: (inout Element) throws -> Void) rethrows {
    if index == 0 { try body(&first!) } else { try body(&others[index - 1]) }
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
