// Public and inlinable, because generic code of the package is not specialized across modules.
extension RandomAccessCollection {
  /// Returns the position of the first element that belongs in the second part of a collection
  /// whose elements are partitioned: those of the first part come first. It is the end if there is
  /// no such element.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func partitionPoint(where belongsInSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var remaining = count
    while remaining > 0 {
      let half = remaining / 2
      let middle = index(low, offsetBy: half)
      if belongsInSecondPart(self[middle]) {
        remaining = half
      } else {
        low = index(after: middle)
        remaining -= half + 1
      }
    }
    return low
  }
}

/// Returns the positions of a longest subsequence of numbers in which each is greater than the one
/// before it.
///
/// - Complexity: O(*n* log *n*).
package func longestAscendingSubsequence(of numbers: [Int]) -> [Int] {
  // `ends[n]` is the position of the last number of a subsequence of n + 1 numbers: the one that
  // ends with the least number.
  var ends: [Int] = []
  var predecessors = [Int?](repeating: nil, count: numbers.count)
  for (position, number) in numbers.enumerated() {
    let length = ends.partitionPoint { numbers[$0] >= number }
    if length > 0 { predecessors[position] = ends[length - 1] }
    if length == ends.count { ends.append(position) } else { ends[length] = position }
  }
  var positions: [Int] = []
  var next = ends.last
  while let position = next {
    positions.append(position)
    next = predecessors[position]
  }
  return positions.reversed()
}
