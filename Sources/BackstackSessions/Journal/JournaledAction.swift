import BackstackCoding
import BackstackDependencies

/// An action as a journal has it in memory: its JSON and, before it, its author and what dependencies
/// made for its reducer.
struct JournaledAction {
  /// The action as JSON; empty if there was none.
  let json: ArraySlice<UInt8>
  /// ``MadeValues`` as JSON; `nil` for none.
  let madeJSON: ArraySlice<UInt8>?
  /// The bytes of ``author``; `nil` for none.
  private let authorBytes: ArraySlice<UInt8>?

  /// The byte around what was made: a record separator, which does not occur in JSON (RFC 7464 §2.2).
  private static let separator: UInt8 = 0x1E
  /// The byte before an author, which does not occur in JSON either: a unit separator. The size of the
  /// principal's id follows in two bytes, with ``agentBit``, then the id.
  private static let authorMark: UInt8 = 0x1F
  private static let agentBit = 1 << 15

  init(bytes: ArraySlice<UInt8>) {
    var rest = bytes
    var author: ArraySlice<UInt8>?
    if rest.first == Self.authorMark, rest.count >= 3 {
      author = rest.dropFirst().prefix(2 + Self.head(rest.dropFirst()) % Self.agentBit)
      rest = rest[author!.endIndex...]
    }
    authorBytes = author
    // Looked for only where the first byte says that there is another.
    guard rest.first == Self.separator,
      let end = rest.dropFirst().firstIndex(of: Self.separator)
    else {
      (json, madeJSON) = (rest, nil)
      return
    }
    (json, madeJSON) = (rest[(end + 1)...], rest[(rest.startIndex + 1)..<end])
  }

  private static func head(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])
  }

  var made: MadeValues? {
    madeJSON.flatMap { try? JSONStreamDecoder.decode(MadeValues.self, from: $0) }
  }

  /// The client that sent the action or restored the version; `nil` if it is not known.
  var author: VersionAuthor? {
    authorBytes.flatMap { bytes in
      let name = bytes.dropFirst(2)
      return VersionAuthor(
        principal: name.isEmpty ? nil : String(decoding: name, as: UTF8.self),
        isAgent: Self.head(bytes) & Self.agentBit != 0)
    }
  }

  /// Returns an action with what is noted of it: the JSON alone where nothing is.
  static func bytes(_ json: [UInt8], _ made: MadeValues?, by author: VersionAuthor?) -> [UInt8] {
    if made == nil, author == nil { return json }
    var bytes: [UInt8] = []
    if let author {
      let name = (author.principal ?? "").utf8.prefix(agentBit - 1)
      let head = name.count | (author.isAgent ? agentBit : 0)
      bytes += [authorMark, UInt8(head >> 8), UInt8(head & 0xFF)]
      bytes += name
    }
    if let made {
      bytes.append(separator)
      // What has no JSON form, as an infinite date, can't be replayed.
      bytes += (try? JSONStreamEncoder.encode(made)) ?? Array(#"{"tooMany":true}"#.utf8)
      bytes.append(separator)
    }
    return bytes + json
  }
}
