import Backstack
import BackstackCoding
import BackstackTestSupport
import Testing

/// A type whose schema is tested with random values.
struct Shape: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether the schema accepts only what decoding accepts.
  let isExact: Bool
  let schema: @Sendable (SchemaAudience) -> JSONSchema
  let encodedSample: @Sendable (inout SeededGenerator) throws -> String
  let decodes: @Sendable (String) -> Bool

  init<Value: Codable & SendableMetatype>(
    _ type: Value.Type, isExact: Bool = true, takesPushes: Bool = false,
    _ sample: @escaping @Sendable (inout SeededGenerator) -> Value
  ) {
    testDescription = "\(type)"
    self.isExact = isExact
    schema = { audience in
      let builder = SchemaBuilder(
        audience: audience, takesPushes: takesPushes, roots: ["Root": Value.self])
      return SchemaDefinitions(builder).document(of: "Root")
    }
    encodedSample = { generator in
      String(decoding: try JSONStreamEncoder.encode(sample(&generator)), as: UTF8.self)
    }
    decodes = { document in
      let value = try? JSONStreamDecoder.decode(
        Value.self, from: Array(document.utf8),
        userInfo: [.refusesPushes: !takesPushes])
      return value != nil
    }
  }
}

extension SeededGenerator {
  mutating func text() -> String {
    ["", "a", "dot.ted", "é😀", "\"\\/\n", "close", "12"].randomElement(using: &self) ?? ""
  }

  mutating func array<Element>(_ element: (inout Self) -> Element) -> [Element] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in element(&self) }
  }

  mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? {
    Bool.random(using: &self) ? value(&self) : nil
  }
}
