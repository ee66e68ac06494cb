import BackstackCoding
import BackstackDependencies

/// An action as a journal has it in memory: its JSON and, before it, what dependencies made for its
/// reducer.
struct JournaledAction {
  /// The action as JSON; empty if there was none.
  let json: ArraySlice<UInt8>
  /// ``MadeValues`` as JSON; `nil` for none.
  let madeJSON: ArraySlice<UInt8>?

  /// The byte around what was made: a record separator, which does not occur in JSON (RFC 7464 §2.2).
  private static let separator: UInt8 = 0x1E

  init(bytes: ArraySlice<UInt8>) {
    // Looked for only where the first byte says that there is another.
    guard bytes.first == Self.separator,
      let end = bytes.dropFirst().firstIndex(of: Self.separator)
    else {
      (json, madeJSON) = (bytes, nil)
      return
    }
    (json, madeJSON) = (bytes[(end + 1)...], bytes[(bytes.startIndex + 1)..<end])
  }

  var made: MadeValues? {
    madeJSON.flatMap { try? JSONStreamDecoder.decode(MadeValues.self, from: $0) }
  }

  /// Returns an action with what was made: the JSON alone where nothing was.
  static func bytes(_ json: [UInt8], _ made: MadeValues?) -> [UInt8] {
    guard let made else { return json }
    // What has no JSON form, as an infinite date, can't be replayed.
    let madeJSON = (try? JSONStreamEncoder.encode(made)) ?? Array(#"{"tooMany":true}"#.utf8)
    return [separator] + madeJSON + [separator] + json
  }
}
