/// The document that is being written, with its open containers.
///
/// Containers are closed lazily: a write to one closes those inside of it. A value that can't be
/// written from front to back (it writes to a container after that was closed, or writes a key
/// twice) sets ``needsTree`` and is encoded again, into one output per value.
final class JSONOutput {
  // No access to these properties overlaps another: only a value's code is called from here, and no
  // access is in progress then.
  @exclusivity(unchecked) var buffer: ByteBuffer
  @exclusivity(unchecked) var frames: TrivialStack<Frame>
  @exclusivity(unchecked) var keys: TrivialStack<KeySpan>
  @exclusivity(unchecked) private var lastSerial: UInt32 = 0
  /// The keys of objects with many members, by the serial number of their frame.
  @exclusivity(unchecked) var keySets: [UInt32: Set<String>] = [:]
  /// The first misuse that was detected where nothing can be thrown.
  @exclusivity(unchecked) var failure: EncodingError?
  @exclusivity(unchecked) var needsTree = false

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
    if tree != nil, !frames.isEmpty { return FrameReference(output: self, level: 0, serial: 1) }
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
    return FrameReference(output: self, level: Int32(frames.count - 1), serial: lastSerial)
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
