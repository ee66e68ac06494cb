/// A container that is being written, or the place of a value for which an encoder was given away.
struct Frame: BitwiseCopyable {
  /// What is known of a value while it is written.
  enum Form: UInt8 {
    /// Nothing is written yet.
    case vacant
    case object
    case array
    /// A value that is no container was written.
    case scalar
  }

  /// Tells this frame from those that were at its level before.
  let serial: UInt32
  var form: Form
  /// Whether the keys are known to differ, so that none need be compared: a dictionary's.
  var hasUniqueKeys = false
  /// The number of members or elements.
  var count = 0
  /// The number of keys that all frames below have in ``JSONOutput/keys``.
  let keyBase: Int
}

/// A frame's place: what encoders and containers hold.
struct Place {
  let output: JSONOutput
  let level: Int32
  let serial: UInt32
}

/// Where a key's quoted text is in the output.
struct KeySpan: BitwiseCopyable {
  let start: Int
  let end: Int
}
