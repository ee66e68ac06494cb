import BackstackPlatform

/// The pairing of one array's elements with another's: by their ids, or by their content.
///
/// Elements at both ends are paired first. In between, the anchors are the elements that occur once
/// in both arrays, in the longest run that keeps its order (patience diff). The elements between
/// two anchors are paired by their position.
struct ArrayAlignment {
  enum Step {
    /// The elements are the same, or may be similar: they are compared further.
    case match(Int, Int)
    /// The elements have different ids.
    case replace(Int, Int)
    case remove(Int)
    case add(Int)
  }

  private(set) var steps: [Step] = []
  private let old: JSONDocument
  private let new: JSONDocument
  private let sources: [Int]
  private let targets: [Int]

  init(_ old: JSONDocument, at sources: [Int], to new: JSONDocument, at targets: [Int]) {
    (self.old, self.sources, self.new, self.targets) = (old, sources, new, targets)
    steps.reserveCapacity(max(sources.count, targets.count))
    align(sources.indices, targets.indices)
  }

  private mutating func align(_ sourceRange: Range<Int>, _ targetRange: Range<Int>) {
    var (sourceRange, targetRange) = (sourceRange, targetRange)
    trimFront(&sourceRange, &targetRange)
    let suffix = trimBack(&sourceRange, &targetRange)
    // Two single elements that differ are no anchor.
    if !sourceRange.isEmpty, !targetRange.isEmpty, max(sourceRange.count, targetRange.count) > 1 {
      for (source, target) in anchors(sourceRange, targetRange) {
        alignGap(sourceRange.lowerBound..<source, targetRange.lowerBound..<target)
        steps.append(.match(source, target))
        sourceRange = source + 1..<sourceRange.upperBound
        targetRange = target + 1..<targetRange.upperBound
      }
    }
    alignGap(sourceRange, targetRange)
    for offset in 0..<suffix {
      steps.append(.match(sourceRange.upperBound + offset, targetRange.upperBound + offset))
    }
  }

  /// Pairs the elements between two anchors.
  private mutating func alignGap(_ sourceRange: Range<Int>, _ targetRange: Range<Int>) {
    var (sourceRange, targetRange) = (sourceRange, targetRange)
    trimFront(&sourceRange, &targetRange)
    let suffix = trimBack(&sourceRange, &targetRange)
    let common = min(sourceRange.count, targetRange.count)
    for offset in 0..<common {
      let pair = (sourceRange.lowerBound + offset, targetRange.lowerBound + offset)
      let haveIDs = id(old, sources[pair.0]) != nil || id(new, targets[pair.1]) != nil
      steps.append(haveIDs ? .replace(pair.0, pair.1) : .match(pair.0, pair.1))
    }
    for source in sourceRange.dropFirst(common) { steps.append(.remove(source)) }
    for target in targetRange.dropFirst(common) { steps.append(.add(target)) }
    for offset in 0..<suffix {
      steps.append(.match(sourceRange.upperBound + offset, targetRange.upperBound + offset))
    }
  }

  private mutating func trimFront(_ sourceRange: inout Range<Int>, _ targetRange: inout Range<Int>)
  {
    while let source = sourceRange.first, let target = targetRange.first, isSame(source, target) {
      steps.append(.match(source, target))
      sourceRange.removeFirst()
      targetRange.removeFirst()
    }
  }

  private func trimBack(
    _ sourceRange: inout Range<Int>, _ targetRange: inout Range<Int>
  ) -> Int {
    var count = 0
    while let source = sourceRange.last, let target = targetRange.last, isSame(source, target) {
      sourceRange.removeLast()
      targetRange.removeLast()
      count += 1
    }
    return count
  }

  // MARK: Elements

  /// Returns the entry of an element's id.
  private func id(_ document: JSONDocument, _ element: Int) -> Int? {
    guard document.tape[element].kind == .object else { return nil }
    return document.member("id", of: element)
  }

  private func isSame(_ source: Int, _ target: Int) -> Bool {
    let (source, target) = (sources[source], targets[target])
    switch (id(old, source), id(new, target)) {
    case (let first?, let second?): return old.isEqual(first, to: new, second)
    case (nil, nil): return old.isEqual(source, to: new, target)
    default: return false
    }
  }

  private func key(_ document: JSONDocument, _ element: Int) -> Int {
    var hasher = Hasher()
    document.hash(id(document, element) ?? element, into: &hasher)
    return hasher.finalize()
  }

  // MARK: Anchors

  /// Returns pairs of elements that occur once in both ranges, in the longest run that keeps its
  /// order.
  private func anchors(_ sourceRange: Range<Int>, _ targetRange: Range<Int>) -> [(Int, Int)] {
    /// The position of each element; `nil` if it occurs several times.
    var positions: [Int: Int?] = [:]
    for target in targetRange {
      let key = key(new, targets[target])
      positions.updateValue(positions[key] == nil ? target : nil, forKey: key)
    }
    let keys = sourceRange.map { key(old, sources[$0]) }
    var counts: [Int: Int] = [:]
    for key in keys { counts[key, default: 0] += 1 }
    var pairs: [(Int, Int)] = []
    for (source, key) in zip(sourceRange, keys) where counts[key] == 1 {
      if let target = positions[key] ?? nil, isSame(source, target) {
        pairs.append((source, target))
      }
    }
    return longestAscendingSubsequence(of: pairs.map(\.1)).map { pairs[$0] }
  }
}
