/// A decoder that can tell the name of an object's only member.
///
/// `KeyedDecodingContainer.allKeys`, the other way to learn it, casts each key twice and is half of
/// the work of decoding a small enum.
package protocol SoleMemberDecoder: Decoder {
  /// The name of the only member; nil if the value is anything but an object with one.
  var soleMemberName: String? { get }
}
