import BackstackCasePaths
package import BackstackCoding
import BackstackPlatform

/// The wire form has the ids: `[{"id": 0, "state": …}, …]`.
extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    if let json = JSONValueEncoder(sameAs: encoder), let stacks = json.context as? StackEncoding {
      // Not `self` in the closure, which would look up its type.
      let elements = storage
      let isEncoded = try stacks.encoder.encode(history, to: json) { index, body in
        stacks.encoder.willEncode(element: index)
        try json.withFragment(elements[index]!, body)
      }
      if isEncoded { return }
    }
    try encodeElements(to: encoder)
  }

  // Not inlined, so that the path above doesn't pay for the types of this one.
  @inline(never)
  private func encodeElements(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for index in ids.indices { try container.encode(entry(at: index)) }
  }

  /// Returns the wire form of an element.
  fileprivate func entry(at index: Int) -> StackEntry<Element> {
    StackEntry(id: ids[index].generation, state: self[index])
  }
}

/// An element of a stack in its wire form.
private struct StackEntry<Element: Encodable>: Encodable {
  // The number, not the id with the same wire form: this saves a container for each element.
  let id: Int
  let state: Element

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StackEntryKey.self)
    try container.encode(id, forKey: .id)
    try container.encode(state, forKey: .state)
  }
}

/// An object that encodes stacks itself, for example part by part, to reuse what it has encoded
/// before.
package protocol StackEncoder: AnyObject {
  /// Encodes a stack as the value of an encoder. Returns `false` to let the stack encode itself.
  ///
  /// Not generic: to look up the types that depend on the elements' would take longer than to encode
  /// an element.
  ///
  /// - Parameter element: Encodes the element at a position, and calls a closure with the bytes,
  ///   which are valid until it returns.
  func encode(
    _ stack: StackHistory, to encoder: JSONValueEncoder,
    element: (Int, (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> Bool

  /// Notes that the element at a position of the stack is about to be encoded.
  func willEncode(element index: Int)

  /// Notes that a shared value is about to be encoded as the value of an encoder;
  /// ``didEncodeReference()`` follows.
  ///
  /// - Throws: `EncodingError` for a value that is a part of itself.
  func willEncode(_ reference: AnySharedReference, in encoder: JSONValueEncoder) throws

  /// Notes that the shared value is encoded whose encoding began last.
  func didEncodeReference()
}

/// The context of a `JSONStreamEncoder` for a state whose stacks a ``StackEncoder`` encodes, which is told
/// of shared values, too.
// A final class: a check whether the context conforms to a protocol would take twenty times as
// long.
package final class StackEncoding {
  let encoder: any StackEncoder

  package init(_ encoder: any StackEncoder) { self.encoder = encoder }
}

/// Decodes entries with ids, and, for manually written states, bare elements, which get new ids.
extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var entries: [(id: StackElementID?, element: Element)] = []
    var seen: Set<StackElementID> = []
    let record = decoder.userInfo[.decodingRecord] as? DecodingRecord
    while !container.isAtEnd {
      let entry = try container.superDecoder()
      guard let keyed = try? entry.container(keyedBy: StackEntryKey.self),
        keyed.contains(.id), keyed.contains(.state)
      else {
        entries.append((nil, try Element(from: entry)))
        continue
      }
      let id = try keyed.decode(StackElementID.self, forKey: .id)
      guard seen.insert(id).inserted, record?.claim(id) ?? true else {
        throw DecodingError.dataCorruptedError(
          forKey: .id, in: keyed,
          debugDescription: "Element id \(id.generation) occurs twice. Ids are unique.")
      }
      if id.generation > StackElementID.maximumDecodedGeneration {
        // In a saved stack, the store may have generated ids after those of a client.
        let isSaved = decoder.userInfo[.decodesServerOnlyCases] as? Bool ?? false
        let largest =
          isSaved
          ? StackElementID.maximumSavedGeneration : StackElementID.maximumDecodedGeneration
        guard id.generation <= largest else {
          throw DecodingError.dataCorruptedError(
            forKey: .id, in: keyed, debugDescription: "A stack's ids are at most \(largest).")
        }
      }
      entries.append((id, try keyed.decode(Element.self, forKey: .state)))
    }

    let generator = DependencyValues.ambient?.stackElementID ?? StackElementIDGenerator()
    for id in seen { generator.reserve(id) }
    self.init(
      ids: entries.map { $0.id ?? generator.next() }, elements: entries.map { $0.element })
  }
}

private enum StackEntryKey: String, CodingKey {
  case id, state
}
