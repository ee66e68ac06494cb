extension JSONOutput {
  /// Returns the coding path of the value or container at `reference`, reconstructed from the output.
  ///
  /// - Complexity: O(depth). The path is not stored, because it is rarely requested.
  func codingPath(to reference: FrameReference) -> [any CodingKey] {
    if let tree { return tree.codingPath }
    return path(upTo: isOpen(reference) ? Int(reference.level) : 0)
  }

  /// The coding path of the value of the current member or element.
  var codingPathOfValue: [any CodingKey] {
    if let tree { return tree.codingPath }
    // A value in a single value container has no container itself.
    if let last = frames.last, last.form == .vacant || last.form == .scalar {
      return path(upTo: frames.count - 1)
    }
    return path(upTo: frames.count)
  }

  private func path(upTo level: Int) -> [any CodingKey] {
    (0..<level).compactMap { index in
      let frame = frames[index]
      // The position of a separately encoded value is unknown.
      if frame.form == .vacant { return nil }
      if frame.form == .array { return JSONCodingKey.index(max(0, frame.count - 1)) }
      let end = index + 1 < frames.count ? frames[index + 1].keyBase : keys.count
      return JSONCodingKey.key(end > frame.keyBase ? key(at: keys[end - 1]) : "")
    }
  }

  private func key(at span: KeySpan) -> String {
    let quoted = Array(buffer.bytes[span.start..<span.end])
    return (try? JSONStreamDecoder.decode(String.self, from: quoted)) ?? ""
  }

  /// Records the first misuse, which is thrown once the value's code has returned.
  func fail(_ description: String, at reference: FrameReference) {
    if failure != nil { return }
    failure = .invalidValue(
      FrameReference.self,
      .init(codingPath: codingPath(to: reference), debugDescription: description))
  }
}
