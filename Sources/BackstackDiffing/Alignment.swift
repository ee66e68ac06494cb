import BackstackPlatform

/// The pairing of the parts of an old value with the parts of a new one.
struct Alignment {
  /// A step through both lists.
  enum Step {
    /// The old and the new part at these positions are counterparts.
    case both(Int, Int)
    case removed(Int)
    case added(Int)
  }

  private(set) var steps: [Step] = []

  /// Creates the pairing of two lists by their keys. Keys that occur once in each list and in the
  /// same order are anchors; if `pairsRest`, the parts between two anchors are paired in order.
  ///
  /// - Complexity: O(*n* log *n*).
  init<Key: Hashable>(_ old: [Key], _ new: [Key], pairsRest: Bool) {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    for index in 0..<start { steps.append(.both(index, index)) }
    alignBetween(old, new, start..<oldEnd, to: start..<newEnd, pairsRest: pairsRest)
    for offset in 0..<old.count - oldEnd { steps.append(.both(oldEnd + offset, newEnd + offset)) }
  }

  private mutating func alignBetween<Key: Hashable>(
    _ old: [Key], _ new: [Key], _ oldRange: Range<Int>, to newRange: Range<Int>, pairsRest: Bool
  ) {
    var (oldIndex, newIndex) = (oldRange.lowerBound, newRange.lowerBound)
    let anchors = Self.anchors(old, new, oldRange, to: newRange)
    for anchor in anchors + [(oldRange.upperBound, newRange.upperBound)] {
      while pairsRest
        || oldIndex < anchor.0 && newIndex < anchor.1 && old[oldIndex] == new[newIndex],
        oldIndex < anchor.0, newIndex < anchor.1
      {
        steps.append(.both(oldIndex, newIndex))
        oldIndex += 1
        newIndex += 1
      }
      while oldIndex < anchor.0 {
        steps.append(.removed(oldIndex))
        oldIndex += 1
      }
      while newIndex < anchor.1 {
        steps.append(.added(newIndex))
        newIndex += 1
      }
      if anchor.0 < oldRange.upperBound, anchor.1 < newRange.upperBound {
        steps.append(.both(anchor.0, anchor.1))
        oldIndex += 1
        newIndex += 1
      }
    }
  }

  /// Returns the longest series of keys that occur once in each list and in the same order in both.
  private static func anchors<Key: Hashable>(
    _ old: [Key], _ new: [Key], _ oldRange: Range<Int>, to newRange: Range<Int>
  ) -> [(Int, Int)] {
    let oldPositions = singles(old, oldRange)
    let newPositions = singles(new, newRange)
    let pairs = newRange.compactMap { position -> (Int, Int)? in
      guard newPositions[new[position]] == position, let oldPosition = oldPositions[new[position]]
      else { return nil }
      return (oldPosition, position)
    }
    return longestAscendingSubsequence(of: pairs.map(\.0)).map { pairs[$0] }
  }

  /// Returns the positions of the keys that occur exactly once.
  private static func singles<Key: Hashable>(_ keys: [Key], _ range: Range<Int>) -> [Key: Int] {
    var positions: [Key: Int?] = [:]
    for position in range {
      positions[keys[position]] = positions.keys.contains(keys[position]) ? .some(nil) : position
    }
    return positions.compactMapValues { $0 }
  }
}
