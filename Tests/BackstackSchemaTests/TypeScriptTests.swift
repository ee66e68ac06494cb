import BackstackService
import Testing

@testable import BackstackDemo

@Suite("Declarations for TypeScript")
struct TypeScriptTests {
  @Test("The committed declarations are those of the demo's features", arguments: demoFeatures)
  func committed(_ feature: Feature) throws {
    try CommittedTypes.expect(
      "Clients/TypeScript/\(feature.name).d.ts", feature, in: .typescript)
  }

  // Compiled and used by `SystemTests/Web/run.py types`.
  @Test("Values of all kinds have types, and names that are not identifiers are quoted")
  func shapes() throws {
    try CommittedTypes.expect("SystemTests/Web/shapes.d.ts", Shapes.feature, in: .typescript)
  }

  @Test("Two types whose names differ only in their punctuation have two names")
  func names() {
    let text = BackstackServer.client(of: Lights.feature, in: .typescript)
    for name in ["LightsInnerA", "LightsInnerA2", "SessionCreation2"] {
      #expect(text.contains("export interface \(name) {"))
    }
    #expect(text.contains("readonly feature: \"lights\";"))
  }

  @Test("Alerts are of one type, which is not one of the feature's own with its name")
  func alerts() {
    let text = BackstackServer.client(of: Lights.feature, in: .typescript)
    #expect(text.contains("readonly five: LightsAlertState;"))
    #expect(text.contains("readonly six?: AlertState<number> | null;"))
    #expect(text.contains("export interface AlertState<Action> {"))
  }

  @Test("A text is left out of a type only where it is a case's name")
  func textsOfUnions() {
    let text = BackstackServer.client(of: Lights.feature, in: .typescript)
    #expect(text.contains("readonly four: \"auto\" | number;"))
  }
}
