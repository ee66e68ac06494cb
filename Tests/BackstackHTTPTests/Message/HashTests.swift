import Testing

@testable import BackstackHTTP

@Suite("Hashes and encodings")
struct HashTests {
  static let vectors: [(message: String, hash: String)] = [
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    (
      String(
        repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
      "dea356a2cddd90c7a7ecedc5ebb563934f460452"
    ),
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
  ]

  @Test("SHA-1 has the results of RFC 3174 §7.3", arguments: vectors.indices)
  func sha1(index: Int) {
    var text: [UInt8] = []
    for byte in SHA1.hash(Array(Self.vectors[index].message.utf8)) {
      text.append(ASCII.hexDigit(byte >> 4))
      text.append(ASCII.hexDigit(byte & 15))
    }
    #expect(String(decoding: text, as: UTF8.self) == Self.vectors[index].hash)
  }

  @Test("SHA-1 pads messages of each length up to two blocks")
  func lengths() {
    let hashes = (0...130).map { SHA1.hash([UInt8](repeating: 0x61, count: $0)) }
    #expect(Set(hashes).count == 131 && hashes.allSatisfy { $0.count == 20 })
  }

  @Test(
    "Base64 has the results of RFC 4648 §10",
    arguments: zip(
      ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
      ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]))
  func base64(bytes: String, text: String) {
    #expect(Base64.encode(Array(bytes.utf8)) == text)
    #expect(Base64.isEncoding(text, ofBytes: bytes.utf8.count))
    #expect(!Base64.isEncoding(text + "=", ofBytes: bytes.utf8.count))
    #expect(!Base64.isEncoding(text, ofBytes: bytes.utf8.count + 3))
  }

  @Test("A text with other characters, or with padding inside, is no Base64")
  func notBase64() {
    for text in ["Zm8-", "Zm_v", "Z===", "Zg=a", "=g==", "Zm\u{E9}"] {
      #expect(!Base64.isEncoding(text, ofBytes: text.hasSuffix("==") ? 1 : 3))
    }
  }
}
