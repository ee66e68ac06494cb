/// The limits of a document, so that its sender can't exhaust memory or the stack.
package struct JSONLimits: Sendable, Hashable {
  /// The maximum depth of nested arrays and objects.
  package var depth: Int
  /// The maximum number of elements and members in all arrays and objects together.
  package var elements: Int
  /// The maximum size in bytes, less than 256 MiB.
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
