import BackstackCoding
import BackstackTestSupport
import Testing

@Suite("Agreement of schemas and coding")
struct AgreementTests {
  @Test("Encoded values are valid in the schemas for readers and for senders", arguments: Shape.all)
  func encoded(_ shape: Shape) throws {
    var generator = SeededGenerator(seed: 1)
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
    "A value that the schema refuses is not decoded; one that an exact schema accepts is",
    arguments: Shape.all)
  func mutated(_ shape: Shape) throws {
    var generator = SeededGenerator(seed: 2)
    let documents = try (0..<400).map { _ in
      try Mutation.mutate(try shape.encodedSample(&generator), using: &generator)
    }
    let verdicts = try Validator.judge(documents, by: shape.schema(.sender))
    for (document, isValid) in zip(documents, verdicts) {
      let decodes = shape.decodes(document)
      if !isValid { #expect(!decodes, "refused, but decoded: \(document)") }
      if isValid, shape.isExact { #expect(decodes, "taken, but not decoded: \(document)") }
    }
    // Otherwise the test has shown nothing. A type without a schema accepts every value.
    #expect(shape.testDescription == "Plain" || verdicts.contains(false))
  }
}
