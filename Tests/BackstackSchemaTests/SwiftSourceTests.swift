import BackstackService
import Testing

@testable import BackstackDemo

// What is committed is compiled, and used, by the tests in `Clients/Swift`.
@Suite("Types for Swift")
struct SwiftSourceTests {
  @Test(
    "The committed types are those of the features",
    arguments: demoFeatures + [Shapes.feature, Nests.feature])
  func committed(_ feature: Feature) throws {
    try CommittedTypes.expect(
      "Clients/Swift/Tests/GeneratedTypes/\(feature.name).swift", feature, in: .swift)
  }

  @Test("Two types whose names differ only in their punctuation have two names")
  func names() {
    let text = BackstackServer.client(of: Lights.feature, in: .swift)
    for name in ["LightsInnerA", "LightsInnerA2", "SessionCreation"] {
      #expect(text.contains("public struct \(name): "))
    }
    #expect(text.contains("public static let feature = \"lights\"\n"))
  }

  @Test("A name that the generated code uses itself is no type's, and keywords are escaped")
  func reserved() {
    let text = BackstackServer.client(of: Nests.feature, in: .swift)
    #expect(text.contains("public struct NewStackElement2: "))
    #expect(text.contains("case `default`"))
  }

  @Test("A value that is not one of known cases is any JSON")
  func other() {
    let text = BackstackServer.client(of: Lights.feature, in: .swift)
    #expect(text.contains("public var four: JSONValue\n"))
    #expect(text.contains("public import BackstackClient\n"))
  }

  @Test("A file imports only what its types need")
  func imports() {
    #expect(!BackstackServer.client(of: Nests.feature, in: .swift).contains("import"))
  }
}
