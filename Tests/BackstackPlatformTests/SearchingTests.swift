import BackstackPlatform
import Testing

@Suite("Searching")
struct SearchingTests {
  @Test("The partition point is the first element of the second part", arguments: 0...9)
  func partitionPoint(count: Int) {
    let numbers = Array(100..<100 + count)
    for first in 99...100 + count {
      let expected = numbers.firstIndex { $0 >= first } ?? count
      #expect(numbers.partitionPoint { $0 >= first } == expected)
    }
  }

  @Test("A slice has its own positions")
  func slice() {
    let numbers = [9, 9, 1, 2, 3, 9][2..<5]
    #expect(numbers.partitionPoint { $0 >= 2 } == 3)
    #expect(numbers.partitionPoint { $0 >= 4 } == 5)
  }

  @Test(
    "The longest ascending subsequence",
    arguments: [
      ([], []), ([7], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 2, 1], [2]), ([5, 5, 5], [2]),
      ([4, 0, 1, 5, 2], [1, 2, 4]), ([2, 5, 3, 7, 11, 8, 10, 13, 6], [0, 2, 3, 5, 6, 7]),
    ] as [([Int], [Int])])
  func subsequence(numbers: [Int], positions: [Int]) {
    #expect(longestAscendingSubsequence(of: numbers) == positions)
  }

  @Test("No other ascending subsequence is longer")
  func longest() {
    for permutation in permutations(of: [0, 1, 2, 3, 4, 5]) {
      let positions = longestAscendingSubsequence(of: permutation)
      #expect(isAscending(positions) && isAscending(positions.map { permutation[$0] }))
      #expect(positions.count == longestLength(permutation))
    }
  }

  private func isAscending(_ numbers: [Int]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Tries all subsequences.
  private func longestLength(_ numbers: [Int]) -> Int {
    (0..<1 << numbers.count).map { chosen in
      numbers.indices.filter { chosen & 1 << $0 != 0 }.map { numbers[$0] }
    }
    .filter(isAscending).map(\.count).max() ?? 0
  }

  private func permutations(of numbers: [Int]) -> [[Int]] {
    if numbers.isEmpty { return [[]] }
    return numbers.indices.flatMap { index in
      var rest = numbers
      let first = rest.remove(at: index)
      return permutations(of: rest).map { [first] + $0 }
    }
  }
}
