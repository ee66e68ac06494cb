import BackstackPlatform

/// A valid document: its bytes, with resolved escapes in strings, and a tape of its values.
final class JSONDocument {
  // Sound: this class owns the memory and frees it once, and all readers keep this object alive.
  // Eight zeros follow the bytes, so that a word may be loaded from each position.
  let bytes: UnsafeMutablePointer<UInt8>
  let byteCount: Int
  // Sound: like `bytes`. Entries refer only to existing entries and bytes.
  private(set) var tape: UnsafeMutablePointer<TapeEntry>
  private var tapeCapacity: Int
  private(set) var entryCount = 0

  /// The user info, created when it is first requested, which few types do.
  private var knownUserInfo: [CodingUserInfoKey: Any]?
  private let makeUserInfo: () -> [CodingUserInfoKey: Any]
  /// The members of large objects by name, created when a look-up has compared many names.
  var keyTables: [UInt32: KeyTable] = [:]

  /// The names of missing members, by the entries of the nulls that stand for them.
  private var missingNames: [Int: String] = [:]

  /// The number of zeros after the bytes.
  static let padding = 8

  /// Creates a document, or an outline, by copying and scanning its bytes.
  init(
    _ source: UnsafeBufferPointer<UInt8>,
    userInfo: @escaping () -> [CodingUserInfoKey: Any] = { [:] }, limits: JSONLimits,
    hasGaps: Bool = false
  ) throws(JSONSyntaxError) {
    byteCount = source.count
    bytes = .malloc(source.count + Self.padding)
    if let start = source.baseAddress { bytes.update(from: start, count: source.count) }
    (bytes + source.count).update(repeating: 0, count: Self.padding)
    tapeCapacity = min(16 + source.count / 8, 1 << 16)
    tape = .malloc(tapeCapacity)
    makeUserInfo = userInfo
    var scanner = JSONScanner(document: self, limits: limits, hasGaps: hasGaps)
    try scanner.scan()
  }

  deinit {
    bytes.free()
    tape.free()
  }

  var userInfo: [CodingUserInfoKey: Any] {
    if let knownUserInfo { return knownUserInfo }
    let userInfo = makeUserInfo()
    knownUserInfo = userInfo
    return userInfo
  }

  @inline(__always)
  func append(_ entry: TapeEntry) {
    if entryCount == tapeCapacity { growTape() }
    (tape + entryCount).initialize(to: entry)
    entryCount += 1
  }

  @inline(never)
  private func growTape() {
    let moved = UnsafeMutablePointer<TapeEntry>.malloc(tapeCapacity * 2)
    moved.moveInitialize(from: tape, count: entryCount)
    tape.free()
    tape = moved
    tapeCapacity *= 2
  }

  /// Adds a null that stands for a missing member.
  func appendNull(named name: String, to object: Int) -> Int {
    let index = entryCount
    append(TapeEntry(.null, ordinal: 0, start: 0, end: 0, next: index + 1, parent: object))
    missingNames[index] = name
    return index
  }

  /// Returns the bytes of a scalar or a name.
  ///
  /// - Precondition: The entry is not a container.
  @inline(__always)
  func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let entry = tape[index]
    assert(entry.kind != .array && entry.kind != .object)
    return UnsafeBufferPointer(
      start: bytes + Int(entry.start), count: Int(entry.end &- entry.start))
  }

  /// Returns the number of a gap.
  func gap(_ index: Int) -> Int { text(index).reduce(0) { $0 * 10 + Int($1 - 0x30) } }

  @inline(__always)
  func string(_ index: Int) -> String { String(decoding: text(index), as: UTF8.self) }

  /// Returns the coding path of an entry.
  ///
  /// - Complexity: O(depth).
  func codingPath(to index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = index
    while tape[index].parent != UInt32.max {
      let parent = Int(tape[index].parent)
      path.append(
        tape[parent].kind == .object
          ? JSONCodingKey.key(missingNames[index] ?? string(index - 1))
          : JSONCodingKey.index(tape[index].ordinal))
      index = parent
    }
    path.reverse()
    return path
  }
}

/// A value or a member's name in a scanned document.
///
/// The entry of an object is followed by a name and a value for each member, that of an array by
/// its elements, each including its content.
struct TapeEntry {
  enum Kind: UInt32 {
    case null, `false`, `true`, integer, real, string, array, object
    /// A placeholder for an array that is stored elsewhere; only in outlines.
    case gap
  }

  /// The kind in the lowest four bits; above, the number of preceding members or elements.
  private let tag: UInt32
  /// The offset of a scalar's first byte. For an object, the member at which the next look-up
  /// begins.
  var start: UInt32
  /// The offset after a scalar's last byte. For a container, the number of members or elements.
  var end: UInt32
  /// The entry after this one and its content.
  var next: UInt32
  /// The entry of the enclosing container.
  let parent: UInt32

  @inline(__always)
  init(_ kind: Kind, ordinal: Int, start: Int, end: Int, next: Int, parent: Int) {
    tag = kind.rawValue | UInt32(truncatingIfNeeded: ordinal) << 4
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    self.parent = UInt32(truncatingIfNeeded: parent)
  }

  @inline(__always)
  var kind: Kind {
    // Sound: the tag contains one of the nine kinds, which are numbered from 0.
    unsafeBitCast(UInt8(truncatingIfNeeded: tag & 15), to: Kind.self)
  }

  /// The number of preceding members or elements.
  @inline(__always)
  var ordinal: Int { Int(tag >> 4) }

  @inline(__always)
  var count: Int { Int(end) }

  /// The parent of the root.
  static let noParent = Int(UInt32.max)
}
