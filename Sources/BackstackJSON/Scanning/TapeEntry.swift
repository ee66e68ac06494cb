/// A value or a member's name in a document that was scanned.
///
/// An object is followed by a name and a value for each member, an array by its elements, each with
/// all that is inside of it.
struct TapeEntry {
  enum Kind: UInt32 {
    case null, `false`, `true`, integer, real, string, array, object
    /// Stands for an array that is elsewhere; only in outlines.
    case gap
  }

  /// The kind in the lowest four bits; above, how many members or elements are before this one.
  private let tag: UInt32
  /// A scalar's first byte. An object's member at which the next look-up begins.
  var start: UInt32
  /// The byte after a scalar's last. A container's number of members or elements.
  var end: UInt32
  /// The entry after this one and all that is inside.
  var next: UInt32
  /// The container this is in.
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
    // Sound: made of a kind, of which there are nine, numbered from 0.
    unsafeBitCast(UInt8(truncatingIfNeeded: tag & 15), to: Kind.self)
  }

  /// How many members or elements are before this one.
  @inline(__always)
  var ordinal: Int { Int(tag >> 4) }

  @inline(__always)
  var count: Int { Int(end) }

  /// The parent of the root.
  static let noParent = Int(UInt32.max)
}
