extension JSONOutput {
  /// The largest number of keys that are compared one by one.
  private static var comparedKeys: Int { 16 }

  /// Begins the next element of the array at `reference`, which the caller then writes.
  ///
  /// - Returns: The output to write the element to; `nil` if it can't be written.
  @inline(__always)
  func element(at reference: FrameReference) -> JSONOutput? {
    guard enter(reference, as: .array) else { return nil }
    let level = Int(reference.level)
    let count = frames[level].count
    frames[level].count = count + 1
    if let tree { return tree.element(of: self) }
    if count > 0 { buffer.append(0x2C) }
    return self
  }

  /// Begins the member `key` of the object at `reference`, whose value the caller then writes.
  ///
  /// - Parameter merging: The form of the container to continue if the key exists already.
  /// - Returns: The output to write the value to; `nil` if it can't be written.
  func member(_ key: String, at reference: FrameReference, merging: Frame.Form? = nil)
    -> JSONOutput?
  {
    guard enter(reference, as: .object) else { return nil }
    let level = Int(reference.level)
    if let tree {
      frames[level].count += 1
      return tree.member(key, of: self, merging: merging)
    }
    let frame = frames[level]
    frames[level].count = frame.count + 1
    if frame.count > 0 { buffer.append(0x2C) }
    let start = buffer.count
    JSONString.write(key, to: &buffer)
    let span = KeySpan(start: start, end: buffer.count)
    if !frame.hasUniqueKeys, frame.count > 0, repeats(span, key: key, of: frame) {
      needsTree = true
    }
    keys.append(span)
    buffer.append(0x3A)
    return self
  }

  /// Makes the container at `reference` the innermost one.
  @inline(__always)
  private func enter(_ reference: FrameReference, as form: Frame.Form) -> Bool {
    guard isOpen(reference), frames[Int(reference.level)].form == form else {
      // A wrong form is a misuse that was recorded when the container was requested.
      needsTree = true
      return false
    }
    if frames.count > Int(reference.level) + 1 { close(to: Int(reference.level) + 1) }
    return true
  }

  /// Returns whether the object already has a member with this key.
  @inline(__always)
  private func repeats(_ span: KeySpan, key: String, of frame: Frame) -> Bool {
    if frame.count >= Self.comparedKeys { return repeatsAmongMany(key, of: frame) }
    let length = span.end - span.start
    let bytes = buffer.bytes
    for index in frame.keyBase..<keys.count {
      let other = keys[index]
      if other.end - other.start != length { continue }
      var offset = length - 2
      while offset > 0, bytes[other.start + offset] == bytes[span.start + offset] { offset -= 1 }
      if offset == 0 { return true }
    }
    return false
  }

  @inline(never)
  private func repeatsAmongMany(_ key: String, of frame: Frame) -> Bool {
    var text: Set<String> = keySets.removeValue(forKey: frame.serial) ?? []
    if text.isEmpty {
      for index in frame.keyBase..<keys.count { text.insert(quoted(keys[index])) }
    }
    var quotedKey = ByteBuffer(capacity: key.utf8.count + 2)
    JSONString.write(key, to: &quotedKey)
    let isNew = text.insert(String(decoding: quotedKey.bytes, as: UTF8.self)).inserted
    keySets[frame.serial] = text
    return !isNew
  }

  private func quoted(_ span: KeySpan) -> String {
    String(
      decoding: UnsafeBufferPointer(rebasing: buffer.bytes[span.start..<span.end]), as: UTF8.self)
  }
}
