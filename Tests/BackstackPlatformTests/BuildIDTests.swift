import BackstackPlatform
import Testing

@Suite struct BuildIDTests {
  @Test("Programs with this package have an id of their build")
  func ofThisProgram() throws {
    let id = try #require(SystemProcess.buildID)
    #expect(id.count >= 16 && id.allSatisfy(\.isHexDigit))
  }
}
