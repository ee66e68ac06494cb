package import Backstack
import BackstackCoding

/// A state as the storage and the journal have it: its JSON and, if it has shared values, what is
/// needed to share them again.
package struct SavedState: Sendable, Hashable {
  /// The state.
  package let json: [UInt8]
  /// A ``SharedRecord`` as JSON; `nil` for none.
  package let shared: [UInt8]?

  /// The byte between the two: a record separator, which does not occur in JSON (RFC 7464 §2.2).
  private static let separator: UInt8 = 0x1E

  init(json: [UInt8], shared: [UInt8]?) {
    self.json = json
    self.shared = shared
  }

  init(json: String, shared: String?) {
    self.init(json: Array(json.utf8), shared: shared.map { Array($0.utf8) })
  }

  /// Encodes a state of a store whose lock is held.
  ///
  /// - Throws: The errors of ``WireCoding/encode(_:)``.
  package init(_ state: some Encodable, sharing shares: SharedAccess) throws {
    let encoder = SnapshotEncoder()
    try encoder.update(to: state, sharing: shares, version: 0)
    self = encoder.saved(sharing: shares)
  }

  /// Creates a state from its stored form.
  package init(stored bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: Self.separator) else {
      self.init(json: bytes, shared: nil)
      return
    }
    self.init(json: Array(bytes[..<end]), shared: Array(bytes[(end + 1)...]))
  }

  /// The stored form: the JSON alone where nothing is shared.
  var stored: [UInt8] {
    guard let shared else { return json }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count + 1 + shared.count)
    bytes += json
    bytes.append(Self.separator)
    bytes += shared
    return bytes
  }

  var jsonText: String { String(decoding: json, as: UTF8.self) }
  var sharedText: String? { shared.map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the same with another state.
  func replacing(_ json: [UInt8]) -> Self { Self(json: json, shared: shared) }

  /// Decodes the state.
  ///
  /// - Throws: ``SessionError`` if the JSON does not fit `Value`, as after a change of the feature.
  package func decode<Value: Decodable>(
    _ type: Value.Type
  ) throws(SessionError) -> DecodedState<Value> {
    let record = shared.flatMap { try? JSONStreamDecoder.decode(SharedRecord.self, from: $0) }
    guard let record else { return DecodedState(try WireCoding.decode(type, fromSaved: json), nil) }
    let shared = SharedDecoding(record)
    return DecodedState(try WireCoding.decode(type, fromSaved: json, sharing: shared), shared)
  }
}
