#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Numbers as C's `printf` writes them.
package enum CFormat {
  /// Returns a number in a format with one conversion for such a number, as `%.2f €`; `nil` for any other format.
  package static func text(of value: Double, _ format: String) -> String? {
    text(value, format, kinds: "fFeEgGaA", length: "")
  }

  /// Returns a number in a format with one conversion for such a number, as `%02d`; `nil` for any other format.
  package static func text(of value: Int64, _ format: String) -> String? {
    text(value, format, kinds: "diuxXo", length: "ll")
  }

  private static func text(
    _ value: any CVarArg, _ format: String, kinds: String, length: String
  ) -> String? {
    guard let format = checked(format, kinds: kinds, length: length) else { return nil }
    // Sound: the format has one conversion, whose type is that of the value.
    let count = withVaList([value]) { vsnprintf(nil, 0, format, $0) }
    guard count >= 0 else { return nil }
    return String(unsafeUninitializedCapacity: Int(count) + 1) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        Int(withVaList([value]) { vsnprintf(bytes.baseAddress, bytes.count, format, $0) })
      }
    }
  }

  /// Returns the format with the length of the value's type; `nil` unless it has one conversion of a kind.
  private static func checked(_ format: String, kinds: String, length: String) -> String? {
    // Not of characters: one may have several of those that C reads.
    var result = String.UnicodeScalarView()
    var rest = format.unicodeScalars[...]
    func take(_ isWanted: (Unicode.Scalar) -> Bool) -> Substring.UnicodeScalarView {
      let part = rest.prefix(while: isWanted)
      rest = rest[part.endIndex...]
      return part
    }
    var isFound = false
    while let scalar = rest.popFirst() {
      result.append(scalar)
      guard scalar == "%" else { continue }
      if rest.first == "%" {
        result.append(rest.removeFirst())
        continue
      }
      if isFound { return nil }
      isFound = true
      let flags = take { "-+ 0#".unicodeScalars.contains($0) }
      let width = take { ("0"..."9").contains($0) }
      let places = take { $0 == "." || ("0"..."9").contains($0) }
      _ = take { "hlqLztj".unicodeScalars.contains($0) }
      guard let kind = rest.popFirst(), kinds.unicodeScalars.contains(kind), width.count <= 3,
        places.count <= 4, places.dropFirst().allSatisfy({ $0 != "." })
      else { return nil }
      for part in [flags, width, places, length.unicodeScalars[...]] { result += part }
      result.append(kind)
    }
    return isFound ? String(result) : nil
  }
}
