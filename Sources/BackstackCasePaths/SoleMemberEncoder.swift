/// An encoder that takes an object's members without a container, which costs more than most enums have
/// to say.
package protocol SoleMemberEncoder: Encoder {
  /// Encodes an object with one member.
  func encodeSoleMember<Value: Encodable>(_ name: String, _ value: Value) throws

  /// Encodes an object with one member that is an object without members.
  func encodeSoleMember(_ name: String)
}
