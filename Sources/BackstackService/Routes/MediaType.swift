/// Comparisons of media types as bytes, without allocation, for the path of every request.
package enum MediaType {
  /// Returns whether a field's value is `application/json`, with or without parameters.
  package static func isJSON(_ value: borrowing Span<UInt8>) -> Bool {
    matches(value, json) && (value.count == json.utf8CodeUnitCount || isEnd(value))
  }

  /// Returns whether an `Accept` field has one of the two simplest values for JSON: the type alone,
  /// or `*/*`.
  static func isPlainlyJSON(_ value: borrowing Span<UInt8>) -> Bool {
    isPlainly(anything, value) || isPlainly(json, value)
  }

  /// Returns whether an `Accept` field is only one type, in lower case.
  static func isPlainly(_ type: StaticString, _ value: borrowing Span<UInt8>) -> Bool {
    value.count == type.utf8CodeUnitCount && matches(value, type)
  }

  /// The type of screens, without the version of their vocabulary.
  static let screen = "\(plainScreen)"
  /// The type of patches from one screen to another.
  static let screenPatch = "\(plainScreenPatch)"

  static let plainScreen: StaticString = "application/vnd.backstack.screen+json"
  static let plainScreenPatch: StaticString = "application/vnd.backstack.screen-patch+json"
  /// The type of patches of states (RFC 6902).
  static let plainPatch: StaticString = "application/json-patch+json"
  private static let json: StaticString = "application/json"
  private static let anything: StaticString = "*/*"

  /// Returns whether at most parameters follow the type.
  private static func isEnd(_ value: borrowing Span<UInt8>) -> Bool {
    var index = json.utf8CodeUnitCount
    while index < value.count, value[index] == 0x20 || value[index] == 0x09 { index += 1 }
    return index == value.count || value[index] == 0x3B
  }

  /// Returns whether the bytes begin with a lower-case literal, ignoring case.
  private static func matches(_ value: borrowing Span<UInt8>, _ literal: StaticString) -> Bool {
    guard value.count >= literal.utf8CodeUnitCount else { return false }
    var index = 0
    // Sound: a literal's bytes live as long as the program.
    for byte in UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount) {
      let other = value[index]
      // Most clients write a type in lower case.
      if other != byte, !(0x41...0x5A).contains(other) || other | 0x20 != byte { return false }
      index += 1
    }
    return true
  }
}
