/// A half-open range of positions in a buffer of less than 4 GiB, in 8 bytes.
package struct ByteRange: Sendable, Hashable, BitwiseCopyable {
  package var start: UInt32
  package var end: UInt32

  /// Creates a range; positions beyond 4 GiB, which limits on heads exclude, are clamped without a
  /// trap.
  package init(_ range: Range<Int>) {
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  package var range: Range<Int> { Int(start)..<Int(max(start, end)) }
  package var isEmpty: Bool { start >= end }
  package var count: Int { range.count }
}
