import BackstackHTTP
import BackstackSessions

extension IdempotencyKey {
  private static var maximumLength: Int { 255 }

  /// Creates the key of a request (draft-ietf-httpapi-idempotency-key-header-07), with or without the quotes of a structured field.
  ///
  /// - Returns: `nil` for a request without one.
  /// - Throws: ``Problem`` (400) for several keys, or one that is empty, too long or not plain
  ///   text.
  init?(_ request: HTTPRequest) throws(Problem) {
    guard request.mayHave(.idempotencyKey) else { return nil }
    let values = request.fields.values(of: .idempotencyKey)
    guard let first = values.first else { return nil }
    var text = first[...]
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = text.dropFirst().dropLast()
    }
    guard values.count == 1, !text.isEmpty, text.utf8.count <= Self.maximumLength,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    else {
      throw Problem(
        .invalidIdempotencyKey,
        "Idempotency-Key is one text of 1 to \(Self.maximumLength) visible ASCII characters, such as "
          + "a UUID in quotes.")
    }
    self.init(text: String(text), fingerprint: Self.fingerprint(of: request))
  }

  /// Returns the 64-bit FNV-1a hash of the path and the content, the same in every process. A client that makes two requests
  /// with one fingerprint deceives only itself.
  private static func fingerprint(of request: HTTPRequest) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    combine(request.path.utf8, into: &hash)
    combine(CollectionOfOne(0), into: &hash)
    combine(request.body, into: &hash)
    return Int(truncatingIfNeeded: hash)
  }

  /// The hash of the key and the request, by which the request is recognized when the session has ended
  /// and its keys are forgotten.
  var digest: UInt64 {
    var hash = UInt64(truncatingIfNeeded: fingerprint)
    Self.combine(text.utf8, into: &hash)
    return hash
  }

  private static func combine(_ bytes: some Sequence<UInt8>, into hash: inout UInt64) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }
}
