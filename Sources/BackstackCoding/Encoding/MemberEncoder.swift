/// An encoder of an object's members. Support for the expansion of `@ObservableState` and
/// `@CasePathable`.
///
/// Backstack's own encoder gets the members without a container, through which the compiler can't see,
/// and which costs more than most members.
public struct MemberEncoder {
  private let target: Target

  // Not an existential: its copy function would be looked up for each copy.
  private enum Target {
    case json(FrameReference)
    case other(OtherMembers)
  }

  /// The container of an encoder of an unknown type. An object, because the size of a container is
  /// only known at run time.
  private final class OtherMembers {
    private var container: KeyedEncodingContainer<JSONCodingKey>

    init(_ container: KeyedEncodingContainer<JSONCodingKey>) { self.container = container }

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func encode<Value: Encodable>(_ value: Value, _ name: String) throws {
      try container.encode(value, forKey: .key(name))
    }
  }

  /// Begins an object.
  public init(_ encoder: any Encoder) {
    if let json = JSONValueEncoder(sameAs: encoder) {
      target = .json(json.reference.output.open(.object, at: json.reference))
    } else {
      target = .other(OtherMembers(encoder.container(keyedBy: JSONCodingKey.self)))
    }
  }

  /// Begins an object that is the first member of another one.
  package init(_ encoder: any Encoder, in name: String) {
    if let json = JSONValueEncoder(sameAs: encoder) {
      target = .json(
        json.reference.output.open(.object, at: json.reference).nested(.object, forKey: name))
    } else {
      var container = encoder.container(keyedBy: JSONCodingKey.self)
      target = .other(
        OtherMembers(container.nestedContainer(keyedBy: JSONCodingKey.self, forKey: .key(name))))
    }
  }

  /// Encodes a member.
  ///
  /// - Throws: The errors of the value's code.
  public func encode<Value: Encodable>(_ value: Value, _ name: String) throws {
    switch target {
    case .json(let object): try object.encode(value, forKey: name)
    case .other(let members): try members.encode(value, name)
    }
  }

  /// Encodes a member, or nothing if the value is `nil`.
  ///
  /// - Throws: The errors of the value's code.
  public func encode<Value: Encodable>(_ value: Value?, _ name: String) throws {
    if let value { try encode(value, name) }
  }
}
