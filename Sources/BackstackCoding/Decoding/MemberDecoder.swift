/// A decoder of an object's members. Support for the expansion of `@ObservableState`.
///
/// It reads from Backstack's own decoder without a container, as ``MemberEncoder`` writes.
public struct MemberDecoder {
  private let source: Source
  /// Kept for a value of Backstack's own decoder.
  private let document: AnyObject?

  // Not an existential: its copy function would be looked up for each copy.
  private enum Source {
    case json(JSONValue)
    case other(OtherMembers)
  }

  /// The container of a decoder of an unknown type. An object, because the size of a container is
  /// only known at run time.
  private final class OtherMembers {
    private let container: KeyedDecodingContainer<JSONCodingKey>

    init(_ decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: JSONCodingKey.self)
    }

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func decode<Value: Decodable>(_ name: String) throws -> Value {
      try container.decode(Value.self, forKey: .key(name))
    }

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func decodeIfPresent<Value: Decodable>(_ name: String) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: .key(name))
    }
  }

  /// Begins to decode an object.
  ///
  /// - Throws: `DecodingError` if the value is not an object.
  public init(from decoder: borrowing any Decoder) throws {
    if let json = JSONValue(of: decoder) {
      try json.checkObject()
      source = .json(json)
      document = json.document
    } else {
      source = .other(try OtherMembers(copy decoder))
      document = nil
    }
  }

  /// Decodes a member.
  ///
  /// - Throws: `DecodingError` if there is no such member or it is not such a value.
  // For a property whose type is optional the other function is meant.
  @_disfavoredOverload
  public func decode<Value: Decodable>(_ name: String) throws -> Value {
    switch source {
    case .json(let object):
      guard let member = object.position(of: name) else { throw object.absence(of: name) }
      return try object.decode(Value.self, at: member)
    case .other(let members): return try members.decode(name)
    }
  }

  /// Decodes a member that may be absent or null.
  ///
  /// - Throws: `DecodingError` if the member is not such a value.
  public func decode<Value: Decodable>(_ name: String) throws -> Value? {
    switch source {
    case .json(let object): try object.decodeMember(Value.self, name, orNull: true)
    case .other(let members): try members.decodeIfPresent(name)
    }
  }
}
