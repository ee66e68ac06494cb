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

/// A reference to a frame of an output, which encoders and containers hold.
struct FrameReference: BitwiseCopyable {
  let level: Int32
  let serial: UInt32

  /// A reference to a container that can't be written any more.
  var unwritable: FrameReference { FrameReference(level: level, serial: 0) }
}

/// The range of a key's quoted text in the output.
struct KeySpan: BitwiseCopyable {
  let start: Int
  let end: Int
}
