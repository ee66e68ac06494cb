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

extension JSONOutput {
  /// Removes what was written of the value at `reference`.
  func makeVacant(_ reference: FrameReference, bytes: Int) {
    if let tree {
      tree.makeVacant()
      frames[0] = Frame(serial: 1, form: .vacant, keyBase: 0)
      buffer.truncate(to: 0)
      return
    }
    guard isOpen(reference) else {
      needsTree = true
      return
    }
    let level = Int(reference.level)
    while frames.count > level + 1 { keySets[frames.removeLast().serial] = nil }
    let frame = frames.removeLast()
    keySets[frame.serial] = nil
    keys.truncate(to: frame.keyBase)
    frames.append(Frame(serial: frame.serial, form: .vacant, keyBase: frame.keyBase))
    buffer.truncate(to: bytes)
  }
}
