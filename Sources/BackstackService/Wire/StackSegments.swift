import Backstack
import BackstackJSON

/// The elements of one stack as JSON.
struct StackSegments {
  /// Neighbouring elements one after the other, each with a comma behind it: as few as one change may
  /// move, however deep the stack is.
  private struct Chunk {
    var bytes: [UInt8] = []
    /// Where each element ends, its comma included.
    var ends: [Int] = []

    /// Where an element stands, without its comma.
    func range(of index: Int) -> Range<Int> { start(of: index)..<(ends[index] - 1) }

    func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    /// Puts an element in the place of one, in its wire form.
    ///
    /// - Returns: By how many bytes it is longer.
    mutating func replace(_ index: Int, _ id: Int, _ state: UnsafeBufferPointer<UInt8>) -> Int {
      // With room for the longest number.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: state.count + 48) { room in
        var text = SegmentText(room)
        text.append(#"{"id":"#)
        text.append(id)
        text.append(#","state":"#)
        text.append(state)
        text.append("},")
        let old = start(of: index)..<ends[index]
        bytes.replaceSubrange(old, with: text.bytes)
        let growth = text.bytes.count - old.count
        if growth != 0 {
          for later in index..<ends.count { ends[later] += growth }
        }
        return growth
      }
    }
  }

  private static let elementsPerChunk = 32

  private var chunks: [Chunk] = []
  private(set) var count = 0
  private var byteCount = 0
  private var mark: StackMark?

  /// How many bytes ``write(to:)`` appends.
  var size: Int { max(byteCount, 1) + 1 }

  /// Appends the stack as a JSON array.
  func write(to bytes: inout [UInt8]) {
    bytes.append(0x5B)
    for chunk in chunks { bytes += chunk.bytes }
    if count > 0 { bytes.removeLast() }
    bytes.append(0x5D)
  }

  /// An element as JSON.
  subscript(index: Int) -> ArraySlice<UInt8> {
    let chunk = chunks[index / Self.elementsPerChunk]
    return chunk.bytes[chunk.range(of: index % Self.elementsPerChunk)]
  }

  /// Brings the elements up to date with a stack.
  ///
  /// - Parameter willChange: Called with what happens to an element, or to all, before it does.
  /// - Complexity: O(*m*), where *m* is the number of elements that have changed since the last call.
  mutating func update<Element: Encodable>(
    to stack: StackState<Element>, with encoder: JSONValueEncoder,
    willChange: (Self, StackChange?) -> Void
  ) throws {
    guard let mark, stack.visitChanges(since: mark, { _ in }) else {
      return try encodeAll(stack, with: encoder, willChange: willChange)
    }
    // Mostly there is one, which needs no array.
    var stale: Int?
    var moreStale: [Int] = []
    // What is thrown while elements are encoded leaves no mark.
    self.mark = nil
    _ = stack.visitChanges(since: mark) { change in
      switch change {
      case .changed(let index):
        guard (moreStale.last ?? stale) != index else { return }
        willChange(self, change)
        if stale == nil { stale = index } else { moreStale.append(index) }
      case .appended:
        if stale == nil { stale = count } else { moreStale.append(count) }
        appendEmpty()
      case .truncated(let count):
        willChange(self, change)
        truncate(to: count)
      }
    }
    guard count == stack.ids.count else {
      return try encodeAll(stack, with: encoder, willChange: willChange)
    }
    if let stale, stale < count { try encode(stale, of: stack, with: encoder) }
    for index in moreStale where index < count { try encode(index, of: stack, with: encoder) }
    self.mark = stack.mark
  }

  private mutating func encodeAll<Element: Encodable>(
    _ stack: StackState<Element>, with encoder: JSONValueEncoder,
    willChange: (Self, StackChange?) -> Void
  ) throws {
    willChange(self, nil)
    self = Self()
    for index in stack.indices {
      appendEmpty()
      try encode(index, of: stack, with: encoder)
    }
    // Most elements stay as long as they are, in most sessions for ever.
    for number in chunks.indices {
      chunks[number].bytes = chunks[number].bytes.map(\.self)
      chunks[number].ends = chunks[number].ends.map(\.self)
    }
    mark = stack.mark
  }

  private mutating func encode<Element: Encodable>(
    _ index: Int, of stack: StackState<Element>, with encoder: JSONValueEncoder
  ) throws {
    let (number, place) = index.quotientAndRemainder(dividingBy: Self.elementsPerChunk)
    let id = stack.ids[index].generation
    byteCount += try encoder.withFragment(stack[index]) { state in
      chunks[number].replace(place, id, state)
    }
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
