import FoundationEssentials

/// The document that is being written, with its open containers.
///
/// Containers are closed lazily: a write to one closes those inside of it. A value that can't be
/// written from front to back (it writes to a container after that was closed, or writes a key
/// twice) sets ``needsTree`` and is encoded again, into one output per value.
final class JSONOutput {
  // No access to these properties overlaps another: only a value's code is called from here, and no
  // access is in progress then.
  var buffer: ByteBuffer
  var frames: TrivialStack<Frame>
  var keys: TrivialStack<KeySpan>
  private var lastSerial: UInt32 = 0
  /// The keys of objects with many members, by the serial number of their frame.
  private var keySets: [UInt32: Set<String>] = [:]
  /// The first misuse that was detected where nothing can be thrown.
  var failure: EncodingError? { didSet { hasFailed = failure != nil } }
  /// Whether there is a ``failure``, which takes less to read than the error.
  private(set) var hasFailed = false
  var needsTree = false

  let userInfo: [CodingUserInfoKey: Any]
  let context: AnyObject?
  /// The parts of the value, if each has its own output.
  let tree: OutputTree?
  /// The number of bytes after which no further value is written.
  private let limit: Int

  init(
    userInfo: [CodingUserInfoKey: Any], context: AnyObject? = nil, tree: OutputTree? = nil,
    limit: Int = .max
  ) {
    self.userInfo = userInfo
    self.context = context
    self.tree = tree
    self.limit = limit
    self.buffer = ByteBuffer(capacity: tree == nil ? 1024 : 32)
    self.frames = TrivialStack(capacity: tree == nil ? 16 : 1)
    self.keys = TrivialStack(capacity: tree == nil ? 32 : 1)
  }

  /// Whether the output has more bytes than allowed.
  @inline(__always)
  var isBeyondLimit: Bool { buffer.count > limit }

  /// Begins a value whose form isn't known yet.
  func slot() -> FrameReference {
    if tree != nil, !frames.isEmpty { return FrameReference(level: 0, serial: 1) }
    return push(.vacant)
  }

  /// Begins a container as the next value.
  func container(_ form: Frame.Form) -> FrameReference {
    open(form, at: slot())
  }

  @inline(__always)
  private func push(_ form: Frame.Form) -> FrameReference {
    lastSerial &+= 1
    frames.append(Frame(serial: lastSerial, form: form, keyBase: keys.count))
    return FrameReference(level: Int32(frames.count - 1), serial: lastSerial)
  }

  /// Returns whether the container at a reference is still open.
  @inline(__always)
  func isOpen(_ reference: FrameReference) -> Bool {
    reference.level < frames.count && frames[Int(reference.level)].serial == reference.serial
  }

  /// Makes the value at `reference` a container, unless it is one of this form already.
  func open(_ form: Frame.Form, at reference: FrameReference, hasUniqueKeys: Bool = false)
    -> FrameReference
  {
    guard isOpen(reference) else {
      needsTree = true
      return reference
    }
    let level = Int(reference.level)
    switch frames[level].form {
    case .vacant:
      frames[level].form = form
      frames[level].hasUniqueKeys = hasUniqueKeys
      if let tree {
        tree.form = form
        tree.sortsMembers = hasUniqueKeys
      } else {
        buffer.append(form == .object ? 0x7B : 0x5B)
      }
    case form:
      // The code that wrote the object before doesn't know the keys to come.
      if hasUniqueKeys || frames[level].hasUniqueKeys { needsTree = true }
    default:
      fail("A value was encoded in two ways, of which one is a container.", at: reference)
    }
    return reference
  }

  /// Ends a value that ``slot()`` began in a container at `reference.level - 1` or at the top.
  @inline(__always)
  func finish(_ reference: FrameReference) {
    if tree == nil, isOpen(reference) { close(to: Int(reference.level)) }
  }

  /// Closes the containers at `level` and above.
  func close(to level: Int) {
    while frames.count > level {
      let frame = frames.removeLast()
      switch frame.form {
      case .object:
        if frame.hasUniqueKeys, frame.count > 1 { sortMembers(of: frame) }
        buffer.append(0x7D)
        keys.truncate(to: frame.keyBase)
        if !keySets.isEmpty { keySets[frame.serial] = nil }
      case .array: buffer.append(0x5D)
      case .scalar: break
      case .vacant:
        buffer.append(0x7B)
        buffer.append(0x7D)
      }
    }
  }
}

// MARK: Members and elements

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

  private func quoted(_ span: KeySpan) -> String { String(decoding: text(of: span), as: UTF8.self) }

  /// A key in the output with its quotes, until the output changes.
  private func text(of span: KeySpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: buffer.bytes[span.start..<span.end])
  }
}

// MARK: Values

extension JSONOutput {
  /// Writes the value of the current member or element.
  ///
  /// - Throws: An error of the value's code; `EncodingError` for numbers that JSON doesn't have;
  ///   ``JSONLimitExceeded``.
  func write<T: Encodable>(_ value: T) throws {
    if isBeyondLimit { throw JSONLimitExceeded() }
    if try writeWithoutContainer(value) { return }
    let reference = slot()
    try value.encode(to: JSONValueEncoder(self, reference))
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
    } else if T.self == Duration.self {
      write(JSONDuration.text(of: unsafeBitCast(value, to: Duration.self)))
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

// MARK: Values of any type

extension JSONOutput {
  /// Encodes a member; writes nothing if that fails.
  func encode<T: Encodable>(_ value: T, forKey key: String, at reference: FrameReference) throws {
    guard let mark = mark(reference), let target = member(key, at: reference) else {
      needsTree = true
      return
    }
    do { try target.write(value) } catch {
      recycle(target, to: mark)
      throw error
    }
  }

  /// Encodes an element; writes nothing if that fails.
  func encodeElement<T: Encodable>(_ value: T, at reference: FrameReference) throws {
    guard let mark = mark(reference), let target = element(at: reference) else {
      needsTree = true
      return
    }
    do { try target.write(value) } catch {
      recycle(target, to: mark)
      throw error
    }
  }

  /// Encodes the value itself, possibly with another type's code.
  func encodeSingle<T: Encodable>(_ value: T, at reference: FrameReference) throws {
    guard isOpen(reference) else {
      needsTree = true
      return
    }
    let level = Int(reference.level)
    guard frames[level].form == .vacant else {
      _ = try scalar(value, at: reference)
      return
    }
    if try writeWithoutContainer(value) {
      frames[level].form = .scalar
      return
    }
    let bytes = buffer.count
    do { try value.encode(to: JSONValueEncoder(self, reference)) } catch {
      makeVacant(reference, bytes: bytes)
      throw error
    }
    guard isOpen(reference), frames[level].form == .vacant else { return }
    // A value that encodes nothing is an object without members.
    _ = open(.object, at: reference)
  }

  /// Begins a container as the value of a member.
  func nested(
    _ form: Frame.Form, forKey key: String, at reference: FrameReference
  ) -> JSONValueEncoder {
    JSONValueEncoder(member(key, at: reference, merging: form), orAt: reference, of: self) {
      $0.container(form)
    }
  }

  /// Begins the value of a member.
  func slot(forKey key: String, at reference: FrameReference) -> JSONValueEncoder {
    JSONValueEncoder(member(key, at: reference), orAt: reference, of: self) { $0.slot() }
  }
}

// MARK: Scalars

extension JSONOutput {
  /// Marks the value at `reference` as one that is not a container, before it is written.
  ///
  /// - Returns: Whether it can be written.
  /// - Throws: `EncodingError` if the value was already written.
  @inline(__always)
  func scalar<T>(_ value: T, at reference: FrameReference) throws -> Bool {
    guard isOpen(reference) else {
      needsTree = true
      return false
    }
    guard frames[Int(reference.level)].form == .vacant else {
      throw secondValue(value, at: reference)
    }
    frames[Int(reference.level)].form = .scalar
    return true
  }

  @inline(never)
  private func secondValue(_ value: Any, at reference: FrameReference) -> EncodingError {
    EncodingError.invalidValue(
      value,
      .init(
        codingPath: codingPath(to: reference),
        debugDescription: "A second value was encoded where one is due."))
  }

  func writeNull() { buffer.append("null") }

  func write(_ value: Bool) { buffer.append(value ? "true" : "false") }

  @inline(__always)
  func write(_ value: String) { JSONString.write(value, to: &buffer) }

  @inline(__always)
  func write(_ value: some FixedWidthInteger & SignedInteger) {
    writeDecimal(UInt64(value.magnitude), isNegative: value < 0)
  }

  @inline(__always)
  func write(_ value: some FixedWidthInteger & UnsignedInteger) {
    writeDecimal(UInt64(value), isNegative: false)
  }

  private func writeDecimal(_ magnitude: UInt64, isNegative: Bool) {
    if magnitude < 10, !isNegative {
      buffer.append(0x30 + UInt8(truncatingIfNeeded: magnitude))
      return
    }
    DecimalDigits.with(magnitude, isNegative: isNegative) { buffer.append($0) }
  }

  func write(_ value: Int128) { buffer.append(ascii: value.description) }

  func write(_ value: UInt128) { buffer.append(ascii: value.description) }

  /// Writes the shortest text that is read as `value` again.
  ///
  /// - Precondition: `value` is finite.
  func write(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    let text = value.description
    buffer.append(ascii: text)
    if text.utf8.suffix(2).elementsEqual(".0".utf8) { buffer.truncate(to: buffer.count - 2) }
  }

  func write(_ value: Data) { write(value.base64EncodedString()) }

  func write(_ value: URL) { write(value.absoluteString) }

  /// Writes a date in ISO 8601, with milliseconds if it has any.
  ///
  /// - Precondition: The date can be written (``JSONDate/isWritable(_:)``).
  func write(_ value: Date) { write(JSONDate.text(of: value)) }

  /// - Precondition: `value` is a number.
  func write(_ value: Decimal) { buffer.append(ascii: value.description) }
}

/// The error for a number that JSON can't represent.
enum NumberRefusal {
  static func error(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: path, debugDescription: "JSON has no number for \(value): it must be finite."))
  }
}

// MARK: Sorting

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

// MARK: Coding paths and misuse

extension JSONOutput {
  /// Returns the coding path of the value or container at `reference`, reconstructed from the output.
  ///
  /// - Complexity: O(depth). The path is not stored, because it is rarely requested.
  func codingPath(to reference: FrameReference) -> [any CodingKey] {
    if let tree { return tree.codingPath }
    return path(upTo: isOpen(reference) ? Int(reference.level) : 0)
  }

  /// Appends the pointer (RFC 6901) to the value at `reference` from a container around it.
  ///
  /// - Parameter level: The level of that container; of no importance to a separately encoded value, whose
  ///   path begins with itself.
  func appendPointer(to reference: FrameReference, from level: Int, to bytes: inout [UInt8]) {
    if let tree {
      bytes += JSONPointerText.pointer(tree.codingPath).utf8
      return
    }
    guard isOpen(reference) else { return }
    for index in level..<max(level, Int(reference.level)) where frames[index].form != .vacant {
      let frame = frames[index]
      if frame.form == .array {
        bytes.append(0x2F)
        DecimalDigits.with(UInt64(max(0, frame.count - 1)), isNegative: false) { bytes += $0 }
        continue
      }
      let end = index + 1 < frames.count ? frames[index + 1].keyBase : keys.count
      if end > frame.keyBase { JSONPointerText.append(quoted: text(of: keys[end - 1]), to: &bytes) }
    }
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
    (try? JSONStreamDecoder.decode(String.self, from: Array(text(of: span)))) ?? ""
  }

  /// Records the first misuse, which is thrown once the value's code has returned.
  func fail(_ description: String, at reference: FrameReference) {
    if failure != nil { return }
    failure = .invalidValue(
      FrameReference.self,
      .init(codingPath: codingPath(to: reference), debugDescription: description))
  }
}
