import BackstackCasePaths
import Foundation
import Testing

@CasePathable
private enum Wire: Equatable, Codable {
  case close
  case counter(CounterAction)
  case maybe(Int?)
  case popFrom(id: Int)
  case push(id: Int?, title: String = "untitled", Tags: [String])
  case `default`
  case never(Never)
  @ServerOnly case loaded([Int])
  @ServerOnly case ticked
}

struct CaseCodingTests {
  private func json(_ value: Wire) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func wire(_ json: String, trusted: Bool = false) throws -> Wire {
    let decoder = JSONDecoder()
    if trusted { decoder.userInfo[.decodesServerOnlyCases] = true }
    return try decoder.decode(Wire.self, from: Data(json.utf8))
  }

  @Test(arguments: [
    (Wire.close, #"{"close":{}}"#),
    (.default, #"{"default":{}}"#),
    (.counter(.incrementButtonTapped), #"{"counter":{"incrementButtonTapped":{}}}"#),
    (.counter(.set(to: 3)), #"{"counter":{"set":{"to":3}}}"#),
    (.maybe(1), #"{"maybe":1}"#),
    (.maybe(nil), #"{"maybe":null}"#),
    (.popFrom(id: 0), #"{"popFrom":{"id":0}}"#),
    (.push(id: 1, Tags: ["a"]), #"{"push":{"Tags":["a"],"id":1,"title":"untitled"}}"#),
    (.push(id: nil, title: "t", Tags: []), #"{"push":{"Tags":[],"title":"t"}}"#),
  ])
  private func `a case is an object with the case's name as its key`(
    value: Wire, expected: String
  ) throws {
    #expect(try json(value) == expected)
    #expect(try wire(expected) == value)
  }

  @Test("A case without payload can be decoded from its name alone")
  func caseWithoutPayloadDecodes()
    throws
  {
    #expect(try wire(#""close""#) == .close)
    #expect(try wire(#"{"counter":"incrementButtonTapped"}"#) == .counter(.incrementButtonTapped))
  }

  @Test("An absent label of a case's payload means nil or the default argument")
  func absentLabelMeansNil() throws {
    #expect(
      try wire(#"{"push":{"Tags":[]}}"#) == .push(id: nil, title: "untitled", Tags: []))
    #expect(
      try wire(#"{"push":{"Tags":[],"id":null}}"#)
        == .push(id: nil, title: "untitled", Tags: []))
  }

  @Test("Unknown labels of a case's payload are ignored") func unknownLabelsAreIgnored() throws {
    #expect(try wire(#"{"popFrom":{"id":1,"more":2}}"#) == .popFrom(id: 1))
  }

  @Test("A server-only case is encoded, and decoded for a trusted sender")
  func serverOnlyCaseEncodesAndDecodes() throws {
    #expect(try json(.loaded([1])) == #"{"loaded":[1]}"#)
    #expect(try wire(#"{"loaded":[1]}"#, trusted: true) == .loaded([1]))
    #expect(try wire(#""ticked""#, trusted: true) == .ticked)
  }

  @Test("Decoding an enum without cases always fails") func enumWithoutCasesDecodesFromNothing()
    throws
  {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Uninhabited.self, from: Data(#"{"a":{}}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AlmostUninhabited.self, from: Data(#"{"never":{}}"#.utf8))
    }
  }

  /// Returns the path and the message of the error that decoding throws.
  private func failure(_ json: String) throws -> String {
    let error = try #require(throws: DecodingError.self) { try wire(json) }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      return context.path + ": " + context.debugDescription
    @unknown default: return "\(error)"
    }
  }

  @Test(
    "An unknown case and a server-only case give the same error",
    arguments: [
      (#"{"loaded":[1]}"#, "loaded", "/loaded"),
      (#""ticked""#, "ticked", ""),
      (#"{"never":1}"#, "never", "/never"),
      (#"{"nope":{}}"#, "nope", "/nope"),
    ])
  func unknownCase(
    json: String, name: String, path: String
  ) throws {
    #expect(
      try failure(json) == """
        \(path): There is no case "\(name)"; the cases are "close", "counter", "maybe", \
        "popFrom", "push", "default".
        """)
  }

  @Test("An object with more or fewer than one key is not decoded as a case")
  func moreOrFewerThanOneKey() throws {
    #expect(
      try failure("{}")
        == ": Expected an object with one key, the name of the case; found none.")
    #expect(
      try failure(#"{"close":{},"maybe":1}"#) == """
        : Expected an object with one key, the name of the case; found 2: "close", "maybe".
        """)
  }

  @Test("A case's payload of another type is an error with its path") func valueOfAnotherType()
    throws
  {
    #expect(
      try failure("3") == ": Expected an object with one key, the name of the case.")
    #expect(
      try failure(#""popFrom""#)
        == #": The case "popFrom" has a payload: send {"popFrom": …}."#)
    #expect(try failure(#"{"popFrom":3}"#).hasPrefix("/popFrom: "))
    #expect(try failure(#"{"close":3}"#).hasPrefix("/close: "))
    #expect(try failure(#"{"popFrom":{"id":"x"}}"#).hasPrefix("/popFrom/id: "))
    #expect(try failure(#"{"popFrom":{}}"#) == #"/popFrom: The case "popFrom" needs "id"."#)
    #expect(try failure(#"{"counter":{"set":{"to":"x"}}}"#).hasPrefix("/counter/set/to: "))
  }
}

extension DecodingError.Context {
  fileprivate var path: String { codingPath.map { "/" + $0.stringValue }.joined() }
}
