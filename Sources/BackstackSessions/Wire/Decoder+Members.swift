extension Decoder {
  /// Checks that an object has no other members than these: an unknown member is a mistake of the
  /// client.
  ///
  /// - Throws: `DecodingError` for another member, or for a value that is not an object.
  package func refuseMembers<Key: CodingKey & CaseIterable>(besides keys: Key.Type) throws {
    let container = try container(keyedBy: AnyKey.self)
    for key in container.allKeys where Key(stringValue: key.stringValue) == nil {
      let names = keys.allCases.map { $0.stringValue }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "There is no member \"\(key.stringValue)\"; there "
          + (names.count == 1 ? "is " : "are ") + names.joined(separator: ", ") + ".")
    }
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
