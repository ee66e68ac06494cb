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
