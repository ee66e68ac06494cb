/// An encoder of an object's members. Support for the expansion of `@ObservableState` and
/// `@CasePathable`.
///
/// Backstack's own encoder gets the members without a container, through which the compiler can't see,
/// and which costs more than most members.
public struct MemberEncoder {
  private let target: Target

  // Not an existential: its copy function would be looked up for each copy.
  private enum Target {
    // Sound to be unmanaged: the encoder retains the output, and the caller of the code that encodes
    // a value keeps the encoder until that code returns.
    case json(Unmanaged<JSONOutput>, FrameReference)
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
  public init(_ encoder: borrowing any Encoder) {
    if let (output, reference) = JSONValueEncoder.parts(of: encoder) {
      let object = output._withUnsafeGuaranteedRef { $0.open(.object, at: reference) }
      target = .json(output, object)
    } else {
      target = .other(OtherMembers(encoder.container(keyedBy: JSONCodingKey.self)))
    }
  }

  /// Begins an object that is the first member of another one.
  package init(_ encoder: borrowing any Encoder, in name: String) {
    if let json = JSONValueEncoder(sameAs: encoder) {
      let object = json.output.open(.object, at: json.reference)
      let member = json.output.nested(.object, forKey: name, at: object)
      // The output of a member of its own is retained by that of the object.
      target = .json(.passUnretained(member.output), member.reference)
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
    case .json(let output, let object):
      try output._withUnsafeGuaranteedRef { try $0.encode(value, forKey: name, at: object) }
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
