import Foundation
import Testing

@testable import BackstackHTTP

/// The inputs that `Tests/Fuzz` has found.
@Suite("Bytes found by the fuzzer")
struct FuzzCorpusTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzz/corpus").standardized

  @Test("They keep the invariants for any bytes")
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
      let onClient = ResponseInvariants.violation(bytes, seed: bytes.count)
      #expect(onClient == nil, "\(file.lastPathComponent)")
      let onSocket = SocketInvariants.violation(bytes, seed: bytes.count)
      #expect(onSocket == nil, "\(file.lastPathComponent)")
    }
  }
}
