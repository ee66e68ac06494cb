import FoundationEssentials

extension JSONOutput {
  /// Writes the value of the current member or element.
  ///
  /// - Throws: An error of the value's code; `EncodingError` for numbers that JSON doesn't have;
  ///   ``JSONLimitExceeded``.
  func write<T: Encodable>(_ value: T) throws {
    if isBeyondLimit { throw JSONLimitExceeded() }
    if try writeWithoutContainer(value) { return }
    let reference = slot()
    try value.encode(to: JSONValueEncoder(reference: reference))
    finish(reference)
  }

  /// Writes a value of a type that needs no encoder.
  ///
  /// - Returns: Whether the value has such a type and was written.
  func writeWithoutContainer<T: Encodable>(_ value: T) throws -> Bool {
    // Sound: each cast is from a type to itself.
    if T.self == String.self {
      write(unsafeBitCast(value, to: String.self))
    } else if T.self == Int.self {
      write(unsafeBitCast(value, to: Int.self))
    } else if T.self == Bool.self {
      write(unsafeBitCast(value, to: Bool.self))
    } else if T.self == Double.self {
      let value = unsafeBitCast(value, to: Double.self)
      guard value.isFinite else { throw NumberRefusal.error(value, at: codingPathOfValue) }
      write(value)
    } else if T.self == Date.self {
      let value = unsafeBitCast(value, to: Date.self)
      guard JSONDate.isWritable(value) else { throw dateRefusal(value) }
      write(value)
    } else if T.self == Data.self {
      write(unsafeBitCast(value, to: Data.self))
    } else if T.self == URL.self {
      write(unsafeBitCast(value, to: URL.self))
    } else if T.self == Decimal.self {
      let value = unsafeBitCast(value, to: Decimal.self)
      guard !value.isNaN else { throw NumberRefusal.error(value, at: codingPathOfValue) }
      write(value)
    } else {
      return false
    }
    return true
  }

  private func dateRefusal(_ date: Date) -> EncodingError {
    .invalidValue(
      date,
      .init(
        codingPath: codingPathOfValue,
        debugDescription: "ISO 8601 has no text for this date: its year isn't one of 1 to 9999."))
  }

  /// The state of the output to restore if a value's code throws.
  struct Mark {
    let reference: FrameReference
    let bytes: Int
    let keys: Int
    let count: Int
  }

  @inline(__always)
  func mark(_ reference: FrameReference) -> Mark? {
    guard isOpen(reference) else { return nil }
    if tree == nil, frames.count > Int(reference.level) + 1 { close(to: Int(reference.level) + 1) }
    return Mark(
      reference: reference, bytes: buffer.count, keys: keys.count,
      count: frames[Int(reference.level)].count)
  }

  /// Removes the member or element that was begun after `mark` and whose value went to `target`.
  func recycle(_ target: JSONOutput, to mark: Mark) {
    if let tree {
      tree.recycle(target)
      return
    }
    let level = Int(mark.reference.level)
    guard isOpen(mark.reference), frames[level].count == mark.count + 1 else {
      needsTree = true
      return
    }
    while frames.count > level + 1 { keySets[frames.removeLast().serial] = nil }
    frames[level].count = mark.count
    buffer.truncate(to: mark.bytes)
    if frames[level].hasUniqueKeys {
      // The previous key is gone, and no other may be mistaken for it.
      keys.truncate(to: frames[level].keyBase)
    } else {
      keys.truncate(to: mark.keys)
    }
  }
}
