import BackstackSchema
import Testing

@Suite("Schemas agree with coding")
struct AgreementTests {
  @Test("What is encoded is valid, for who reads it and for who sends it", arguments: Shape.all)
  func encoded(_ shape: Shape) throws {
    var generator = SeededGenerator(state: 1)
    let documents = try (0..<100).map { _ in try shape.encodedSample(&generator) }
    for audience in [SchemaAudience.reader, .sender] {
      let verdicts = try Validator.judge(documents, by: shape.schema(audience))
      for (document, isValid) in zip(documents, verdicts) {
        #expect(isValid, "\(audience): \(document)")
      }
    }
    for document in documents { #expect(shape.decodes(document), "\(document)") }
  }

  @Test(
    "What the schema refuses is not decoded, nor the other way where it is exact",
    arguments: Shape.all)
  func mutated(_ shape: Shape) throws {
    var generator = SeededGenerator(state: 2)
    let documents = try (0..<400).map { _ in
      try Mutation.mutate(try shape.encodedSample(&generator), using: &generator)
    }
    let verdicts = try Validator.judge(documents, by: shape.schema(.sender))
    for (document, isValid) in zip(documents, verdicts) {
      let decodes = shape.decodes(document)
      if !isValid { #expect(!decodes, "refused, but decoded: \(document)") }
      if isValid, shape.isExact { #expect(decodes, "taken, but not decoded: \(document)") }
    }
    // Else nothing was shown. Of a type without a schema every value is right.
    #expect(shape.testDescription == "Plain" || verdicts.contains(false))
  }
}
