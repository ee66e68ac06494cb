#if PostgreSQL

/// A value that a statement gets in binary form.
enum PostgresValue {
  case null
  case integer(Int64)
  case boolean(Bool)
  case text(String)
  case bytes([UInt8])
  case texts([String])
  case integers([Int64])
  case byteStrings([[UInt8]?])

  /// Any text: PostgreSQL's own texts can't contain the character U+0000.
  static func utf8(_ text: String) -> Self { .bytes(Array(text.utf8)) }

  static func optional(_ value: Self?) -> Self { value ?? .null }

  /// Appends the binary form of a value that is not null.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: break
    case .integer(let value): bytes.append(value)
    case .boolean(let value): bytes.append(UInt8(value ? 1 : 0))
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .bytes(let content): bytes.append(contentsOf: content)
    case .texts(let elements):
      Self.append(elements.count, type: 25, hasNulls: false, to: &bytes)
      for element in elements { Self.append(Array(element.utf8), to: &bytes) }
    case .integers(let elements):
      Self.append(elements.count, type: 20, hasNulls: false, to: &bytes)
      for element in elements {
        bytes.append(Int32(8))
        bytes.append(element)
      }
    case .byteStrings(let elements):
      Self.append(elements.count, type: 17, hasNulls: elements.contains { $0 == nil }, to: &bytes)
      for element in elements { Self.append(element, to: &bytes) }
    }
  }

  /// Appends the header of an array: dimensions, nulls, type, length, lower bound.
  private static func append(
    _ count: Int, type: Int32, hasNulls: Bool, to bytes: inout [UInt8]
  ) {
    bytes.append(Int32(count == 0 ? 0 : 1))
    bytes.append(Int32(hasNulls ? 1 : 0))
    bytes.append(type)
    guard count > 0 else { return }
    bytes.append(Int32(clamping: count))
    bytes.append(Int32(1))
  }

  private static func append(_ element: [UInt8]?, to bytes: inout [UInt8]) {
    guard let element else { return bytes.append(Int32(-1)) }
    bytes.append(Int32(clamping: element.count))
    bytes.append(contentsOf: element)
  }
}

extension [UInt8] {
  /// Appends an integer, with the most significant byte first.
  fileprivate mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
    for shift in stride(from: Integer.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> Integer(shift)))
    }
  }
}

#endif
