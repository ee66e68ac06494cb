/// A decoder that gives the members of its object without a container, which costs more than most enums
/// have to say.
package protocol SoleMemberDecoder: Decoder {
  /// The name of the only member; nil if the value is anything but an object with one.
  var soleMemberName: String? { get }

  /// The value, if it is a string.
  var string: String? { get }

  /// Decodes the value of the only member.
  ///
  /// - Precondition: ``soleMemberName`` is not nil.
  func decodeSoleMember<Value: Decodable>(_ type: Value.Type) throws -> Value

  /// The decoder of the object that is the value of the only member.
  ///
  /// - Throws: `DecodingError` if it is no object.
  /// - Precondition: ``soleMemberName`` is not nil.
  func soleMember() throws -> any SoleMemberDecoder

  /// Decodes the value of a member.
  ///
  /// - Returns: `nil` when there is no such member, or, unless `Value` is optional, when it is null and
  ///   `orNull` says so.
  func decodeMember<Value: Decodable>(
    _ type: Value.Type, _ name: String, orNull: Bool
  ) throws -> Value?
}
