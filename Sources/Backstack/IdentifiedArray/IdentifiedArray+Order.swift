extension IdentifiedArray {
  /// Swaps two elements.
  ///
  /// - Precondition: There are elements at both positions.
  /// - Complexity: O(*n*).
  public mutating func swapAt(_ first: Int, _ second: Int) {
    checkElement(at: first)
    checkElement(at: second)
    var order = Array(indices)
    order.swapAt(first, second)
    rearrange(order)
  }

  /// Sorts the elements; equal ones keep their order.
  ///
  /// - Throws: The error that the predicate throws; then nothing was changed.
  /// - Complexity: O(*n* log *n*).
  public mutating func sort(
    by precedes: (Element, Element) throws -> Bool
  ) rethrows {
    rearrange(try indices.sorted { try precedes(self[$0], self[$1]) })
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(*n*).
  public mutating func reverse() { rearrange(indices.reversed()) }

  /// Shuffles the elements.
  ///
  /// - Complexity: O(*n*).
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements with a random number generator.
  ///
  /// - Complexity: O(*n*).
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    rearrange(indices.shuffled(using: &generator))
  }

  /// Moves the elements that a predicate accepts behind all others; each part keeps its order.
  ///
  /// - Returns: The position of the first element that the predicate accepts.
  /// - Throws: The error that the predicate throws; then nothing was changed.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    var first: [Int] = []
    var second: [Int] = []
    for position in indices {
      if try belongsInSecondPartition(self[position]) {
        second.append(position)
      } else {
        first.append(position)
      }
    }
    rearrange(first + second)
    return first.count
  }

  /// Moves the elements at some positions in front of the element at another position.
  ///
  /// - Complexity: O(*n*).
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(source)
    let stays = indices.filter { !moved.contains($0) }
    rearrange(
      stays.filter { $0 < destination } + indices.filter(moved.contains)
        + stays.filter { $0 >= destination })
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal ones keep their order.
  ///
  /// - Complexity: O(*n* log *n*).
  public mutating func sort() { sort(by: <) }
}
