/// A test for the containers to which the standard library writes dictionaries. Their keys are
/// unique, and there may be many.
enum DictionaryKeys {
  /// Returns whether `type` is the key type of those containers.
  @inline(__always)
  static func areMade(of type: any CodingKey.Type) -> Bool { ObjectIdentifier(type) == identity }

  private static let identity: ObjectIdentifier? = {
    let probe = Probe()
    try? ["": 0].encode(to: probe)
    return probe.keyType
  }()

  /// An encoder that only records the requested container.
  private final class Probe: Encoder {
    var keyType: ObjectIdentifier?
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let output = JSONOutput(userInfo: [:])

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      keyType = ObjectIdentifier(type)
      return KeyedEncodingContainer(
        JSONKeyedEncodingContainer(reference: output.open(.object, at: output.slot())))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      JSONUnkeyedEncodingContainer(reference: output.open(.array, at: output.slot()))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
      JSONValueEncoder(reference: output.slot())
    }
  }
}
