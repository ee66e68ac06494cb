/// How large a document may be, so that its sender can't use up memory or the stack.
package struct JSONLimits: Sendable, Hashable {
  /// How deep arrays and objects may be nested.
  package var depth: Int
  /// How many elements and members all arrays and objects may have together.
  package var elements: Int
  /// How many bytes there may be, at most 256 MiB.
  package var bytes: Int

  package init(
    depth: Int = JSONStreamDecoder.maximumDepth, elements: Int = .max,
    bytes: Int = JSONStreamDecoder.maximumSize
  ) {
    self.depth = min(depth, JSONStreamDecoder.maximumDepth)
    self.elements = elements
    self.bytes = min(bytes, JSONStreamDecoder.maximumSize)
  }
}
