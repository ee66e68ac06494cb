import BackstackCoding
import Foundation
import Testing

@Suite("Type errors")
struct ErrorTests {
  private struct Item: Decodable {
    let count: Int
    let names: [String]
    let next: [Item]?
  }

  private func expect<T: Decodable>(
    _ type: T.Type, _ json: String, at path: String, _ description: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try JSONStreamDecoder.decode(type, from: Array(json.utf8))
      Issue.record("The value was decoded.", sourceLocation: sourceLocation)
    } catch let error as DecodingError {
      let context: DecodingError.Context
      switch error {
      case .dataCorrupted(let found), .keyNotFound(_, let found), .typeMismatch(_, let found),
        .valueNotFound(_, let found):
        context = found
      @unknown default: return
      }
      let steps = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      #expect(steps.joined(separator: "/") == path, sourceLocation: sourceLocation)
      #expect(context.debugDescription == description, sourceLocation: sourceLocation)
      do {
        _ = try Judge.decode(type, from: Array(json.utf8))
      } catch let judged as DecodingError {
        #expect(name(error) == name(judged), sourceLocation: sourceLocation)
      } catch {}
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  private func name(_ error: DecodingError) -> String {
    switch error {
    case .dataCorrupted: "dataCorrupted"
    case .keyNotFound: "keyNotFound"
    case .typeMismatch: "typeMismatch"
    case .valueNotFound: "valueNotFound"
    @unknown default: "?"
    }
  }

  @Test("Type errors say what was expected, what was found, and where")
  func theySayWhatWasExpected() {
    expect(Item.self, #"{"count":"1"}"#, at: "count", "Expected an integer, found a string.")
    expect(Item.self, "[]", at: "", "Expected an object, found an array.")
    expect(Item.self, "null", at: "", "Expected an object, found null.")
    expect(Item.self, #"{"names":[]}"#, at: "", #"The object has no member "count"."#)
    expect(
      Item.self, #"{"count":1,"names":["a",true]}"#, at: "names/1", "Expected a string, found true."
    )
    expect(
      Item.self, #"{"count":1,"names":[],"next":[{"count":1,"names":[]},{"count":null}]}"#,
      at: "next/1/count", "Expected an integer, found null.")
    expect(Item.self, #"{"count":1.5}"#, at: "count", "Expected an integer, found 1.5.")
    expect(
      [UInt8].self, "[1,256]", at: "1", "Expected an integer from 0 to 255, found 256.")
    expect([Double].self, "[1e999]", at: "0", "The number 1e999 is beyond the range of Double.")
    expect([Bool].self, "[1]", at: "0", "Expected true or false, found a number.")
    expect([[Int]].self, "[[],{}]", at: "1", "Expected an array, found an object.")
    expect([String: Int].self, #"{"ä":[]}"#, at: "ä", "Expected an integer, found an array.")
    expect(
      [Date].self, #"["soon"]"#, at: "0",
      "Expected a date in ISO 8601, such as 2030-01-31T23:59:59Z.")
    expect([Data].self, #"["%"]"#, at: "0", "Expected a string in Base64.")
    expect([URL].self, #"[""]"#, at: "0", "Expected a URL.")
    expect([UUID].self, #"["zz"]"#, at: "0", "Expected a UUID.")
    expect([UUID].self, #"[1]"#, at: "0", "Expected a string, found a number.")
    expect([Decimal].self, #"["1"]"#, at: "0", "Expected a number, found a string.")
  }

  @Test("Decoding past the end of an array is an error with the array's count")
  func arrayThatEndsTooEarlySays() {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int.self)
        _ = try container.decode(Int.self)
      }
    }
    expect(
      [Pair].self, "[[1]]", at: "0/1", "The array ends after 1 elements; one more is expected.")
  }

  @Test("A syntax error is reported before a type error, wherever it is")
  func syntaxErrorIsNoTypeError() {
    #expect(throws: JSONSyntaxError.self) {
      try JSONStreamDecoder.decode([Int].self, from: Array(#"["a" 1]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONStreamDecoder.decode([Int].self, from: Array(#"["a",1]"#.utf8))
    }
  }

  @Test("Decoding containers report their keys, counts and positions")
  func containersAnswerWhatIsThere() throws {
    struct Probe: Decodable {
      init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Name.self)
        #expect(object.allKeys.map(\.stringValue) == ["b", "a", "n", "l"])
        #expect(object.contains("a") && !object.contains("z"))
        #expect(try object.decodeNil(forKey: "n"))
        #expect(try object.decodeIfPresent(Int.self, forKey: "n") == nil)
        #expect(try object.decodeIfPresent(Int.self, forKey: "z") == nil)
        #expect(try object.decodeIfPresent(Int.self, forKey: "a") == 2)
        #expect(try object.decode(Int.self, forKey: "b") == 1)
        #expect(throws: DecodingError.self) { try object.decodeNil(forKey: "z") }
        #expect(throws: DecodingError.self) { try object.nestedUnkeyedContainer(forKey: "a") }
        let missing = try object.superDecoder()
        #expect(missing.codingPath.map(\.stringValue) == ["super"])
        #expect(try missing.singleValueContainer().decodeNil())
        var array = try object.nestedUnkeyedContainer(forKey: "l")
        #expect(array.count == 4)
        #expect(throws: DecodingError.self) { try array.decode(String.self) }
        #expect(array.currentIndex == 0)
        #expect(try array.decode(Int.self) == 7)
        #expect(try array.decodeNil())
        #expect(try !array.decodeNil())
        let inner = try array.nestedContainer(keyedBy: Name.self)
        #expect(inner.codingPath.map(\.stringValue) == ["l", "Index 2"])
        #expect(inner.allKeys.isEmpty)
        let last = try array.superDecoder()
        #expect(last.codingPath.last?.intValue == 3)
        #expect(array.isAtEnd)
        #expect(throws: DecodingError.self) { try array.decodeNil() }
      }
    }
    let json = #"{"b":1,"a":2,"n":null,"l":[7,null,{},[]]}"#
    _ = try JSONStreamDecoder.decode(Probe.self, from: Array(json.utf8))
  }

  @Test("A decoder can be used after decoding has ended") func decoderMayBeKeptWhenDecoding() throws
  {
    struct Keeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let kept = try JSONStreamDecoder.decode(Keeper.self, from: Array(#"{"a":[1,2]}"#.utf8))
    #expect(try [String: [Int]](from: kept.decoder) == ["a": [1, 2]])
  }
}
