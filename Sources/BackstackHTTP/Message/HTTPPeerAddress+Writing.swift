extension HTTPPeerAddress {
  /// Appends ``host`` without creating a string.
  func appendHost(to output: inout [UInt8]) {
    switch storage {
    case .unknown: output.append("unknown")
    case .local: output.append("unix")
    case .v4(let address, _):
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        output.append(decimal: Int((address >> shift) & 0xFF))
        if shift > 0 { output.append(0x2E) }
      }
    case .v6(let high, let low, _):
      for group in 0..<8 {
        if group > 0 { output.append(ASCII.colon) }
        let word = ((group < 4 ? high : low) >> UInt64(48 - (group % 4) * 16)) & 0xFFFF
        var shift = word < 0x10 ? 0 : word < 0x100 ? 4 : word < 0x1000 ? 8 : 12
        while shift >= 0 {
          output.append(ASCII.hexDigit(UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15))
          shift -= 4
        }
      }
    }
  }
}
