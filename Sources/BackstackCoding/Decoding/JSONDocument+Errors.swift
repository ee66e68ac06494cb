extension JSONDocument {
  /// Returns the error for a value of an unexpected kind.
  @inline(never)
  func mismatch(_ type: Any.Type, expected: String, at index: Int) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath(to: index),
      debugDescription: "Expected \(expected), found \(name(of: tape[index].kind)).")
    return isNull(at: index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// Returns the error for a value of the expected kind that the type doesn't have.
  @inline(never)
  func corrupted(_ description: String, at index: Int) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath(to: index), debugDescription: description))
  }

  private func name(of kind: TapeEntry.Kind) -> String {
    switch kind {
    case .null: "null"
    case .false: "false"
    case .true: "true"
    case .integer, .real: "a number"
    case .string: "a string"
    case .array, .gap: "an array"
    case .object: "an object"
    }
  }
}
