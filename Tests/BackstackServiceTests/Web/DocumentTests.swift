import BackstackHTTP
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackService
@testable import BackstackWeb

@Suite("Documents that are made once")
struct DocumentTests {
  private static let paths = ["/openapi.yaml", "/openapi.json", "/features", "/features/counters"]

  private let client = ServiceClient()

  @Test("A document has a validator, and comes in gzip to clients that accept it", arguments: paths)
  func document(_ path: String) async throws {
    let plain = await client.send(.get, path)
    #expect(plain.status == 200 && plain.fields[.contentEncoding] == nil)
    let tag = try #require(plain.fields[.eTag])
    let packed = await client.send(.get, path, nil, [("Accept-Encoding", "gzip")])
    #expect(packed.status == 200 && packed.fields[.contentEncoding] == "gzip")
    #expect(packed.fields[.contentType] == plain.fields[.contentType])
    let packedTag = try #require(packed.fields[.eTag])
    #expect(packedTag != tag)
    for answer in [plain, packed] {
      #expect(answer.fields[.vary] == "Accept-Encoding")
      #expect(answer.fields[.cacheControl] == "no-cache")
    }
    for (tag, fields) in [(tag, []), (packedTag, [("Accept-Encoding", "gzip")])]
      as [(String, [(HTTPFieldName, String)])]
    {
      let known = await client.send(.get, path, nil, fields + [(.ifNoneMatch, tag)])
      #expect(known.status == 304 && known.text.isEmpty && known.fields[.eTag] == tag)
    }
    let other = await client.send(.get, path, nil, [(.ifNoneMatch, packedTag)])
    #expect(other.status == 200 && other.text == plain.text)
    // Another process with the same features has the same documents.
    #expect(await ServiceClient().send(.get, path).fields[.eTag] == tag)
  }

  @Test("Another document has another tag")
  func otherTag() async {
    let other = ServiceClient([])
    for path in ["/openapi.yaml", "/openapi.json", "/features"] {
      let tag = await client.send(.get, path).fields[.eTag]
      #expect(tag != nil)
      #expect(await other.send(.get, path).fields[.eTag] != tag)
    }
  }

  @Test("The contract is at least eight times as small in gzip")
  func size() async {
    let text = await client.send(.get, "/openapi.yaml").text
    #expect(text.utf8.count > 100_000)
    #expect(Gzip.pack(Array(text.utf8)).count * 8 < text.utf8.count)
  }

  @Test("No symbol of a code has too many bits, and no bits are wasted", arguments: [7, 15])
  func code(longest: Int) {
    // Counts like these make the deepest tree.
    var counts = [0, 1, 1]
    while counts.count < 40 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    let code = PrefixCode(counts[...], longest: longest)
    #expect(code.lengths[0] == 0)
    let lengths = code.lengths.dropFirst()
    #expect(lengths.allSatisfy { (1...longest).contains($0) })
    #expect(lengths.reduce(0) { $0 + 1 << (longest - $1) } == 1 << longest)
    #expect(lengths.first == lengths.max() && lengths.last == lengths.min())
  }

  @Test("Python reads what the program has packed")
  func python() async throws {
    var random = SystemRandomNumberGenerator()
    var samples: [[UInt8]] = [
      [], [0], Array("abc".utf8), Array("abcabcabcabc".utf8), Array(0...255),
      // The longest match, and one byte more or less.
      [UInt8](repeating: 7, count: 258), [UInt8](repeating: 7, count: 259),
      [UInt8](repeating: 7, count: 260), [UInt8](repeating: 255, count: 100_000),
      (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) },
      (0..<50_000).map { _ in UInt8.random(in: 0...3, using: &random) },
      Array(await client.send(.get, "/openapi.yaml").text.utf8),
    ]
    // Matches at the largest distance, and just beyond it.
    for distance in 32_766...32_770 {
      let filler = (0..<(distance - 8)).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }
      samples.append(Array("marks!!!".utf8) + filler + Array("marks!!!".utf8))
    }
    for sample in samples {
      let folder = TemporaryFolder()
      try Data(sample).write(to: URL(filePath: folder.file("plain")))
      try Data(Gzip.pack(sample)).write(to: URL(filePath: folder.file("packed")))
      let script = """
        import gzip, sys
        sys.exit(gzip.open(sys.argv[1]).read() != open(sys.argv[2], "rb").read())
        """
      let process = try ChildProcess(
        "python3", ["-c", script, folder.file("packed"), folder.file("plain")], errors: .withOutput)
      let (output, status) = try await offPool { (try process.output.rest(), process.wait()) }
      #expect(status == 0, "\(sample.count) bytes: \(output)")
    }
  }
}
