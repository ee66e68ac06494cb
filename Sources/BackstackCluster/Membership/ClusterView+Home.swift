import BackstackStorage

extension ClusterView {
  /// Returns the node where a session belongs: of all that are ready, the one that draws the largest
  /// number for the session (rendezvous hashing).
  ///
  /// When a node joins or goes, only the sessions that it wins or loses have another home.
  ///
  /// - Parameters:
  ///   - key: Random bits of the session's id.
  ///   - shape: The fingerprint of the session's state, if only nodes that can read it are asked
  ///     for.
  /// - Returns: `nil` if no such node is ready.
  /// - Complexity: O(*n*) in the sum of the nodes' weights.
  package func home(of key: UInt64, shape: String? = nil) -> UInt64? {
    var best: (draw: UInt64, number: UInt64)?
    for (number, member) in members where member.state == .ready {
      if let shape, !member.profile.shapes.contains(shape) { continue }
      for ticket in 0..<UInt64(member.profile.weight) {
        let draw = Self.draw(key, number, ticket)
        // Two equal draws are unlikely; the order of a dictionary must not decide between them.
        if best.map({ (draw, number) > ($0.draw, $0.number) }) ?? true { best = (draw, number) }
      }
    }
    return best?.number
  }

  /// Returns what a ticket of a node draws for a session.
  private static func draw(_ key: UInt64, _ number: UInt64, _ ticket: UInt64) -> UInt64 {
    mix(key ^ mix(number &* 0x9E37_79B9_7F4A_7C15 &+ ticket))
  }

  /// Returns the finalizer of SplitMix64: each bit of the result depends on all bits.
  private static func mix(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
