import BackstackCoding
import Testing

private enum Color: String, Codable {
  case red
  case green = "GREEN"
  case blue
}
private enum Size: Int, Codable, CaseIterable {
  case small = 1
  case large = 3
}
private enum Only: String, Codable { case one }
private enum Weight: Double, Codable {
  case half = 0.5
  case whole = 1
}

private struct Unit: RawRepresentable, Codable, CaseIterable {
  let rawValue: String

  init?(rawValue: String) {
    guard ["m", "km"].contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  static let allCases = ["m", "km"].compactMap(Unit.init)
}

private enum Shape: Codable {
  case point
  case circle(radius: Double)
  case square(Double)

  enum CodingKeys: String, CodingKey {
    case point
    case circle = "round"
    case square
  }
}

/// An enum that throws its own error.
private enum Strict: String, Decodable {
  case on, off

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(rawValue: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not so.")
    }
    self = value
  }
}

@Suite("Errors of enums")
struct EnumErrorTests {
  private func error<Value: Decodable>(
    _ type: Value.Type, _ json: String
  ) -> (path: String, text: String)? {
    do {
      _ = try JSONStreamDecoder.decode([String: Value].self, from: Array(#"{"a":\#(json)}"#.utf8))
    } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context) {
      return (
        context.codingPath.map(\.stringValue).joined(separator: "/"), context.debugDescription
      )
    } catch {
      Issue.record(error)
    }
    return nil
  }

  private func expect<Value: Decodable>(
    _ type: Value.Type, _ json: String, _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = error(type, json)
    #expect(error?.path == "a", sourceLocation: sourceLocation)
    #expect(error?.text == text, sourceLocation: sourceLocation)
  }

  @Test("The error for an unknown raw value lists the values, also without CaseIterable")
  func isToldTheValuesThere() {
    expect(
      Color.self, #""purple""#,
      #"There is no value "purple"; the values are "red", "GREEN", "blue"."#)
    expect(Size.self, "2", "There is no value 2; the values are 1, 3.")
    expect(Only.self, #""two""#, #"There is no value "two"; the values are "one"."#)
    expect(Weight.self, "0.25", "There is no value 0.25; the values are 0.5, 1.0.")
    expect(Unit.self, #""mile""#, #"There is no value "mile"; the values are "m", "km"."#)
    #expect(error(Color.self, #""GREEN""#) == nil)
  }

  @Test("The error for an enum with synthesized coding lists the keys of its cases")
  func isToldTheCasesWhoseCoding() {
    let cases = #"the cases are "point", "round", "square"."#
    for json in [#"{"circle":{"radius":1}}"#, "{}", #"{"point":{},"square":{"_0":1}}"#] {
      expect(Shape.self, json, "Expected an object with one key, the name of the case; " + cases)
    }
    #expect(error(Shape.self, #"{"round":{"radius":1}}"#) == nil)
  }

  @Test("A wrong JSON type or an enum's own error is reported unchanged")
  func isToldNothingElseWhereSomething() {
    expect(Color.self, "3", "Expected a string, found a number.")
    expect(Strict.self, #""maybe""#, "Not so.")
  }
}

@Suite("Coding shapes")
struct CodingShapeTests {
  private struct Item: Codable {
    var name: String
    var count: Int
    private enum CodingKeys: String, CodingKey {
      case name
      case count = "number"
    }
  }

  @Test("CodingShape finds out how a type is decoded without a value of the type")
  func isFoundOutWithoutAValue() {
    guard case .cases(["point", "round", "square"]) = CodingShape(of: Shape.self) else {
      Issue.record("\(CodingShape(of: Shape.self))")
      return
    }
    guard case .members(let mayHave) = CodingShape(of: Item.self) else {
      Issue.record("\(CodingShape(of: Item.self))")
      return
    }
    #expect(mayHave("name") && mayHave("number") && !mayHave("count"))
    let others: [any Decodable.Type] = [Color.self, Strict.self, String.self, [Shape].self]
    for other in others {
      guard case .other = CodingShape(of: other) else {
        Issue.record("\(other)")
        continue
      }
    }
  }
}
