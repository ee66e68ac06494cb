/// A container that is being written, or the slot of a value whose encoder was handed out.
struct Frame: BitwiseCopyable {
  /// The kinds of values, as far as known while they are written.
  enum Form: UInt8 {
    /// Nothing is written yet.
    case vacant
    case object
    case array
    /// A value that is not a container was written.
    case scalar
  }

  /// The number that distinguishes this frame from earlier ones at its level.
  let serial: UInt32
  var form: Form
  /// Whether the keys are known to be unique and need no comparison, as in a dictionary.
  var hasUniqueKeys = false
  /// The number of members or elements.
  var count = 0
  /// The number of keys in ``JSONOutput/keys`` that belong to the frames below.
  let keyBase: Int
}

/// A reference to a frame, which encoders and containers hold.
struct FrameReference {
  let output: JSONOutput
  let level: Int32
  let serial: UInt32
}

/// The range of a key's quoted text in the output.
struct KeySpan: BitwiseCopyable {
  let start: Int
  let end: Int
}

extension FrameReference {
  /// A reference to a container that can't be written any more.
  var unwritable: FrameReference { FrameReference(output: output, level: level, serial: 0) }

  /// Encodes a member; writes nothing if that fails.
  func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    guard let mark = output.mark(self), let target = output.member(key, at: self) else {
      output.needsTree = true
      return
    }
    do { try target.write(value) } catch {
      output.recycle(target, to: mark)
      throw error
    }
  }

  /// Encodes an element; writes nothing if that fails.
  func encodeElement<T: Encodable>(_ value: T) throws {
    guard let mark = output.mark(self), let target = output.element(at: self) else {
      output.needsTree = true
      return
    }
    do { try target.write(value) } catch {
      output.recycle(target, to: mark)
      throw error
    }
  }

  /// Encodes the value itself, possibly with another type's code.
  func encodeSingle<T: Encodable>(_ value: T) throws {
    guard output.isOpen(self) else {
      output.needsTree = true
      return
    }
    let level = Int(level)
    guard output.frames[level].form == .vacant else {
      _ = try output.scalar(value, at: self)
      return
    }
    if try output.writeWithoutContainer(value) {
      output.frames[level].form = .scalar
      return
    }
    let bytes = output.buffer.count
    do { try value.encode(to: JSONValueEncoder(reference: self)) } catch {
      output.makeVacant(self, bytes: bytes)
      throw error
    }
    guard output.isOpen(self), output.frames[level].form == .vacant else { return }
    // A value that encodes nothing is an object without members.
    _ = output.open(.object, at: self)
  }

  func nested(_ form: Frame.Form, forKey key: String) -> FrameReference {
    output.member(key, at: self, merging: form)?.container(form) ?? unwritable
  }

  func slot(forKey key: String) -> FrameReference {
    output.member(key, at: self)?.slot() ?? unwritable
  }
}
