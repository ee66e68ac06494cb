extension JSONOutput {
  /// Sorts the members of a dictionary by the bytes of their keys, so that equal values have the
  /// same document in every process.
  ///
  /// - Parameter frame: The frame of the object, which is at the end of the output and not closed.
  @inline(never)
  func sortMembers(of frame: Frame) {
    let bytes = buffer.bytes
    let spans = (frame.keyBase..<keys.count).map { keys[$0] }
    let order = spans.indices.sorted { left, right in
      let (left, right) = (spans[left], spans[right])
      return bytes[left.start..<left.end].lexicographicallyPrecedes(bytes[right.start..<right.end])
    }
    guard let start = spans.first?.start, !order.elementsEqual(spans.indices) else { return }
    var sorted = ByteBuffer(capacity: buffer.count - start)
    for index in order {
      // A member ends at the comma before the next member, or at the end of the output.
      let end = index + 1 < spans.count ? spans[index + 1].start - 1 : buffer.count
      if sorted.count > 0 { sorted.append(0x2C) }
      sorted.append(UnsafeBufferPointer(rebasing: bytes[spans[index].start..<end]))
    }
    buffer.truncate(to: start)
    buffer.append(sorted.bytes)
  }
}
