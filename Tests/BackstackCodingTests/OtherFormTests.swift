import FoundationEssentials
import Testing

@testable import BackstackCoding

@Suite("Durations, ids as keys and names of cases")
struct OtherFormTests {
  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONStreamEncoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ json: String, as type: Value.Type) throws -> Value {
    try JSONStreamDecoder.decode(type, from: Array(json.utf8))
  }

  @Test(
    "A duration is a text of seconds",
    arguments: [
      (.zero, "PT0S"), (.seconds(60), "PT60S"), (.seconds(-1.5), "-PT1.5S"),
      (.milliseconds(-1), "-PT0.001S"), (Duration(attoseconds: 1), "PT0.000000000000000001S"),
      (.seconds(Int64.max), "PT9223372036854775807S"),
      (.seconds(-Int64.max), "-PT9223372036854775807S"),
    ] as [(Duration, String)])
  func write(_ duration: Duration, _ text: String) throws {
    #expect(try json([duration]) == "[\"\(text)\"]")
    #expect(try decode("[\"\(text)\"]", as: [Duration].self) == [duration])
  }

  @Test("The form in which earlier versions have stored a duration is read")
  func former() throws {
    let minutes = [Duration.seconds(60), .seconds(-1.5), .zero]
    let former = try JSONEncoder().encode(minutes)
    #expect(try JSONStreamDecoder.decode([Duration].self, from: Array(former)) == minutes)
  }

  @Test("The longest duration is written, although it is not read")
  func longest() throws {
    let text = "PT170141183460469231731.687303715884105727S"
    #expect(try json([Duration(attoseconds: .max)]) == "[\"\(text)\"]")
    #expect(JSONDuration.duration(from: text) == nil)
  }

  @Test(
    "Durations of days, hours and minutes are read",
    arguments: [
      ("P1D", 86_400), ("P1DT2H3M4.5S", 93_784.5), ("PT1M", 60), ("PT1M30,5S", 90.5),
      ("-PT1H", -3600),
      ("PT0001S", 1), ("PT0.5000000000000000009S", 0.5),
    ])
  func read(_ text: String, _ seconds: Double) throws {
    #expect(try decode("[\"\(text)\"]", as: [Duration].self) == [.seconds(seconds)])
  }

  @Test(
    "Another text is no duration",
    arguments: [
      "", "P", "PT", "60", "PT60", "P1Y", "P1M", "P1W", "1S", "PT1S ", "PT-1S", "PT1.S", "PT.5S",
      "P1DT",
      "PT1H1H", "PT1S1M", "--PT1S", "PT\u{0661}S", "PT9223372036854775808S",
      "PT170141183460469231732S", "PT99999999999999999999999999999999999999999S",
      "P99999999999999999999999999999999999999D",
    ])
  func refuse(_ text: String) {
    #expect(throws: DecodingError.self) { try decode("[\"\(text)\"]", as: [Duration].self) }
  }

  @Test("A dictionary with ids as keys is an object, and is read as an array, too")
  func ids() throws {
    let first = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")!
    let second = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!
    let names = [first: "Ada", second: "Grace"]
    #expect(
      try json(names)
        == #"{"00000000-0000-0000-0000-000000000001":"Grace","#
        + #""00000000-0000-0000-0000-00000000000A":"Ada"}"#)
    #expect(try decode(json(names), as: [UUID: String].self) == names)
    let former = #"["\#(second)","Grace","\#(first)","Ada"]"#
    #expect(try decode(former, as: [UUID: String].self) == names)
    #expect(try decode("[\(former)]", as: [[UUID: String]].self) == [names])
    for wrong in [#"{"x":"Ada"}"#, #"["x","Ada"]"#, #"["\#(first)"]"#, "1"] {
      #expect(throws: DecodingError.self) { try decode(wrong, as: [UUID: String].self) }
    }
  }

  private enum Tab: Codable, Equatable { case counter, profile }

  private enum Place: Codable, Equatable {
    case home
    case room(number: Int)
  }

  @Test("The name of a case without a payload is enough")
  func cases() throws {
    #expect(try decode(#""counter""#, as: Tab.self) == .counter)
    #expect(try decode(#"{"counter":{}}"#, as: Tab.self) == .counter)
    #expect(
      try decode(#"["home",{"room":{"number":1}}]"#, as: [Place].self) == [.home, .room(number: 1)])
    #expect(try decode(#"{"a":"home"}"#, as: [String: Place].self) == ["a": .home])
    #expect(try json(Tab.counter) == #"{"counter":{}}"#)
    for wrong in [#""lobby""#, #""room""#, #""""#, #""home\u0000""#] {
      #expect(throws: DecodingError.self) { try decode(wrong, as: Place.self) }
    }
    let error = #expect(throws: DecodingError.self) { try decode(#""lobby""#, as: Tab.self) }
    #expect("\(error!)".contains("lobby") || "\(error!)".contains("object"))
  }

  @Test("Schemas describe these forms, and accept what was stored before")
  func schemas() {
    struct Before: SchemaRepresentable {
      static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema { .any }
    }
    struct Ids: SchemaRepresentable {
      static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
        .array(of: JSONSchema(["anyOf": [["type": "string"], ["type": "integer"]]]))
      }
    }
    let duration = StoredSchema(of: Duration.self)
    #expect(duration.obstacles(reading: StoredSchema(of: Before.self)) == [])
    #expect(duration.obstacles(reading: StoredSchema(of: String.self)) != [])
    #expect(duration.document.json.contains(#""format":"duration""#))
    let numbers = StoredSchema(of: [UUID: Int].self)
    #expect(numbers.obstacles(reading: StoredSchema(of: Ids.self)) == [])
    #expect(numbers.obstacles(reading: StoredSchema(of: [String: Int].self)) != [])
    #expect(numbers.document.json.contains(#""propertyNames":{"format":"uuid"}"#))
  }
}
