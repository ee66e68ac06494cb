import Foundation
import Testing

@testable import BackstackHTTP

/// What `Tests/Fuzz` has found worth keeping.
@Suite("Bytes found by the fuzzer")
struct FuzzCorpusTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzz/corpus").standardized

  @Test("keep what holds for any bytes")
  func invariants() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil)
    #expect(files.count > 50)
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      let violation = ParserInvariants.violation(bytes, seed: bytes.count)
      #expect(violation == nil, "\(file.lastPathComponent)")
      let onConnection = ConnectionInvariants.violation(bytes, seed: bytes.count)
      #expect(onConnection == nil, "\(file.lastPathComponent)")
    }
  }
}
