import Backstack
import BackstackCoding
import BackstackPlatform

/// The elements of one stack as JSON.
struct StackSegments {
  /// Consecutive elements, each followed by a comma. A chunk has few elements, so that a change
  /// moves few bytes, however deep the stack is.
  private struct Chunk {
    var bytes: [UInt8] = []
    /// The end of each element, including its comma.
    var ends: [Int] = []

    /// Returns the range of an element, including its comma.
    func segment(_ index: Int) -> Range<Int> {
      (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    /// Replaces an element.
    mutating func replace(_ index: Int, _ text: [UInt8]) {
      let old = segment(index)
      bytes.replaceSubrange(old, with: text)
      let growth = text.count - old.count
      if growth != 0 {
        for later in index..<ends.count { ends[later] += growth }
      }
    }
  }

  private static let elementsPerChunk = 32

  private var chunks: [Chunk] = []
  private(set) var count = 0
  private var byteCount = 0
  private var mark: StackMark?

  /// The number of bytes that ``write(to:)`` appends.
  var size: Int { Self.size(byteCount) }

  /// Returns the size of a stack whose elements have this many bytes, including their commas.
  private static func size(_ byteCount: Int) -> Int { max(byteCount, 1) + 1 }

  /// Appends the stack as a JSON array.
  func write(to bytes: inout [UInt8]) {
    bytes.append(0x5B)
    for chunk in chunks { bytes += chunk.bytes }
    if count > 0 { bytes.removeLast() }
    bytes.append(0x5D)
  }

  /// An element as JSON.
  subscript(index: Int) -> ArraySlice<UInt8> {
    let (chunk, segment) = segment(index)
    return chunk.bytes[segment].dropLast()
  }

  private func segment(_ index: Int) -> (Chunk, Range<Int>) {
    let (number, position) = index.quotientAndRemainder(dividingBy: Self.elementsPerChunk)
    return (chunks[number], chunks[number].segment(position))
  }

  /// Returns the number of bytes of an element, including its comma.
  private func size(of index: Int) -> Int {
    let (number, position) = index.quotientAndRemainder(dividingBy: Self.elementsPerChunk)
    return chunks[number].segment(position).count
  }

  /// Returns whether these are the elements of a stack as it is now.
  func isCurrent<Element>(for stack: StackState<Element>) -> Bool {
    guard let mark else { return false }
    var isChanged = false
    return stack.history.visitChanges(since: mark) { _ in isChanged = true } && !isChanged
  }

  // MARK: Updates

  /// Encodes the changes of a stack, for ``apply(_:willChange:)``.
  ///
  /// - Parameters:
  ///   - others: Visits the positions of elements to encode although the stack has not changed them, in
  ///     the present state.
  ///   - limit: The number of bytes of the stack after which encoding stops.
  ///   - update: The new update that gets the changes.
  ///   - element: Encodes the element at a position, and calls a closure with the bytes.
  /// - Throws: ``JSONLimitExceeded``, and the errors of encoding an element.
  /// - Complexity: O(*m*), where *m* is the number of elements that have changed since the last
  ///   call.
  func update(
    to stack: StackHistory, and others: ((Int) -> Void) -> Void, limit: Int,
    into update: inout StackUpdate,
    element: (Int, (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws {
    guard let mark else { return try encodeAll(stack, limit: limit, into: &update, element) }
    var count = self.count
    /// The number of elements that have never left the stack.
    var kept = self.count
    var stale = Few<Int>()
    let isKnown = stack.visitChanges(since: mark) { change in
      switch change {
      case .changed(let index):
        guard stale.last != index else { return }
        stale.append(index)
      case .appended:
        stale.append(count)
        count += 1
      case .truncated(let left):
        count = left
        kept = min(kept, left)
      }
      update.changes.append(change)
    }
    guard isKnown, count == stack.ids.count else {
      return try encodeAll(stack, limit: limit, into: &update, element)
    }
    others { index in
      guard index < kept, stale.last != index else { return }
      stale.append(index)
      update.changes.append(.changed(index: index))
    }
    stale.sort()
    var byteCount = self.byteCount - bytes(from: kept)
    try stale.visit { index in
      guard index < count, update.texts.last?.index != index else { return }
      let text = try Self.text(of: index, in: stack, element)
      byteCount += text.count
      if index < kept { byteCount -= size(of: index) }
      update.cost += text.count
      update.texts.append((index, text))
    }
    update.size = Self.size(byteCount)
  }

  /// Applies an update.
  ///
  /// - Parameter willChange: Called before each change, with the change of an element; with `nil`
  ///   before all elements are replaced.
  mutating func apply(_ update: inout StackUpdate, willChange: (Self, StackChange?) -> Void) {
    if let whole = update.whole {
      willChange(self, nil)
      self = whole
    } else {
      update.changes.visit { change in
        switch change {
        case .changed: willChange(self, change)
        case .appended: appendEmpty()
        case .truncated(let count):
          willChange(self, change)
          truncate(to: count)
        }
      }
      update.texts.visit { index, text in replace(index, text) }
    }
    mark = update.mark
  }

  private func encodeAll(
    _ stack: StackHistory, limit: Int, into update: inout StackUpdate,
    _ element: (Int, (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws {
    var whole = Self()
    for index in stack.ids.indices {
      if whole.byteCount > limit { throw JSONLimitExceeded() }
      whole.appendEmpty()
      whole.replace(index, try Self.text(of: index, in: stack, element))
    }
    // Trims the capacity, as most elements never change their size.
    for number in whole.chunks.indices {
      whole.chunks[number].bytes = whole.chunks[number].bytes.map(\.self)
      whole.chunks[number].ends = whole.chunks[number].ends.map(\.self)
    }
    update = StackUpdate(
      mark: stack.mark, size: whole.size, cost: whole.byteCount, whole: whole)
  }

  /// Returns the wire form of an element, followed by a comma.
  private static func text(
    of index: Int, in stack: StackHistory,
    _ element: (Int, (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> [UInt8] {
    let id = stack.ids[index].generation
    var text: [UInt8] = []
    try element(index) { state in
      // With room for the maximum number.
      text.append(upTo: state.count + 48) { text in
        text.append(#"{"id":"#)
        text.append(decimal: id)
        text.append(#","state":"#)
        text.append(state)
        text.append("},")
      }
    }
    return text
  }

  /// Returns the number of bytes of the elements from an index on, including their commas.
  private func bytes(from index: Int) -> Int {
    if index == count { return 0 }
    let (full, rest) = index.quotientAndRemainder(dividingBy: Self.elementsPerChunk)
    let all = chunks[full...].reduce(0) { $0 + $1.bytes.count }
    return rest == 0 ? all : all - chunks[full].ends[rest - 1]
  }

  private mutating func replace(_ index: Int, _ text: [UInt8]) {
    let (number, position) = index.quotientAndRemainder(dividingBy: Self.elementsPerChunk)
    byteCount += text.count - chunks[number].segment(position).count
    chunks[number].replace(position, text)
  }

  private mutating func appendEmpty() {
    if count % Self.elementsPerChunk == 0 { chunks.append(Chunk()) }
    chunks[chunks.count - 1].ends.append(chunks[chunks.count - 1].bytes.count)
    count += 1
  }

  private mutating func truncate(to count: Int) {
    let (full, rest) = count.quotientAndRemainder(dividingBy: Self.elementsPerChunk)
    let kept = full + (rest > 0 ? 1 : 0)
    for chunk in chunks[kept...] { byteCount -= chunk.bytes.count }
    chunks.removeLast(chunks.count - kept)
    if rest > 0 {
      let end = chunks[full].ends[rest - 1]
      byteCount -= chunks[full].bytes.count - end
      chunks[full].bytes.removeLast(chunks[full].bytes.count - end)
      chunks[full].ends.removeLast(chunks[full].ends.count - rest)
    }
    self.count = count
  }
}

/// An update for the segments of a stack, made before any of them changes.
struct StackUpdate {
  /// The mark of the stack's state after the update.
  let mark: StackMark
  /// The number of bytes of the stack after the update.
  fileprivate(set) var size = 0
  /// The number of bytes that were encoded for the update.
  fileprivate(set) var cost = 0
  /// The changes of the elements, in order.
  fileprivate var changes = Few<StackChange>()
  /// The elements that have changed.
  fileprivate var texts = Few<(index: Int, text: [UInt8])>()
  /// All elements, encoded again because their changes are unknown.
  fileprivate var whole: StackSegments?

  init(mark: StackMark, size: Int = 0, cost: Int = 0, whole: StackSegments? = nil) {
    self.mark = mark
    self.size = size
    self.cost = cost
    self.whole = whole
  }
}
