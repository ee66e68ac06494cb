import Backstack
import BackstackCoding
import Foundation
import Testing

/// The coding that `@ObservableState` generates is that of the compiler: each state here has a twin whose
/// coding the compiler generates.
struct StateCodingTests {
  @Test("A generated state is coded as the compiler codes it", arguments: Twins.all)
  fileprivate func isCodedAlike(_ twins: Twins) throws {
    for json in twins.accepted {
      let outcome = try twins.outcome(of: json)
      #expect(outcome.generated == outcome.compiled, "\(json)")
      #expect(outcome.generated.first?.hasPrefix("{") == true, "\(json): \(outcome.generated)")
    }
    for json in twins.refused {
      let outcome = try twins.outcome(of: json)
      #expect(outcome.generated == outcome.compiled, "\(json)")
      #expect(outcome.generated.first?.hasPrefix("{") == false, "\(json): \(outcome.generated)")
    }
  }

  @Test("A state that writes its own coding keeps it")
  func keepsWrittenCoding() throws {
    #expect(try text(of: Written(count: 1)) == "[1]")
    #expect(try JSONStreamDecoder.decode(Written.self, from: Array("[2]".utf8)).count == 2)
    #expect(try text(of: HalfWritten(count: 1)) == #"{"count":1}"#)
    #expect(try JSONStreamDecoder.decode(HalfWritten.self, from: Array("[3]".utf8)).count == 3)
  }

  @Test("A constant with a value is encoded and never decoded")
  func encodesConstant() throws {
    let json = #"{"constant":6,"given":1}"#
    let constant = try JSONStreamDecoder.decode(Constant.self, from: Array(json.utf8))
    #expect(try text(of: constant) == #"{"constant":5,"given":1}"#)
  }

  @Test("A generated state keeps its memberwise initializer")
  func keepsMemberwiseInitializer() {
    #expect(Numbers(int: 1, double: 2, text: "", flag: true, byte: 3).byte == 3)
  }

  private func text(of value: some Encodable) throws -> String {
    String(decoding: try JSONStreamEncoder.encode(value), as: UTF8.self)
  }
}

/// A state with a generated coding, its twin, and the documents on which both have to agree.
private struct Twins: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let accepted: [String]
  let refused: [String]
  private let generated: @Sendable (String) throws -> [String]
  private let compiled: @Sendable (String) throws -> [String]

  init<Generated: Codable & Sendable, Compiled: Codable & Sendable>(
    _ generated: Generated.Type, _ compiled: Compiled.Type, accepts accepted: [String],
    refuses refused: [String]
  ) {
    testDescription = "\(generated)"
    self.accepted = accepted
    self.refused = refused + ["{"] + (refused.isEmpty ? [] : ["[]", "null", "7"])
    self.generated = { try outcomes(of: $0, as: Generated.self) }
    self.compiled = { try outcomes(of: $0, as: Compiled.self) }
  }

  func outcome(of json: String) throws -> (generated: [String], compiled: [String]) {
    (try generated(json), try compiled(json))
  }

  static let all = [
    Twins(
      Numbers.self, CompiledNumbers.self,
      accepts: [
        #"{"int":1,"double":0.5,"text":"é\"\n","flag":true,"byte":255}"#,
        #"{"byte":0,"flag":false,"text":"","double":-1e300,"int":-9,"more":[{}]}"#,
      ],
      refuses: [
        #"{"int":1,"double":0.5,"text":"","flag":true}"#,
        #"{"int":1,"double":0.5,"text":"","flag":null,"byte":1}"#,
        #"{"int":1,"double":0.5,"text":"","flag":true,"byte":256}"#,
        #"{"int":"1","double":0.5,"text":"","flag":true,"byte":1}"#,
      ]),
    Twins(
      Optionals.self, CompiledOptionals.self,
      accepts: [
        "{}", #"{"int":null,"nested":null,"leaf":null,"inferred":null}"#,
        #"{"int":1,"nested":2,"leaf":{"name":"a"},"inferred":"b","long":3,"sugar":4}"#,
      ],
      refuses: [#"{"int":"1"}"#, #"{"leaf":{}}"#, #"{"leaf":{"name":1}}"#]),
    Twins(
      Foundations.self, CompiledFoundations.self,
      accepts: [
        #"{"date":"2030-01-31T23:59:59Z","data":"AQID","url":"https://a.b/c","id":"# + id
          + #","decimal":1.25,"duration":"PT1.5S","optional":"2030-01-31T23:59:59.125Z"}"#
      ],
      refuses: [
        #"{"date":"tomorrow","data":"AQID","url":"a:","id":"# + id
          + #","decimal":1,"duration":"PT1S"}"#,
        #"{"date":"2030-01-31T23:59:59Z","data":"A","url":"a:","id":"# + id
          + #","decimal":1,"duration":"PT1S"}"#,
      ]),
    Twins(
      Collections.self, CompiledCollections.self,
      accepts: [
        #"{"array":[1,2],"names":{"b":1,"a":2},"byID":{},"leaves":[{"name":"a"}],"nested":[[],[1]],"plain":"on"}"#
      ],
      refuses: [
        #"{"array":[1,"2"],"names":{},"byID":{},"leaves":[],"nested":[],"plain":"on"}"#,
        #"{"array":[],"names":{},"byID":{},"leaves":[],"nested":[],"plain":"of"}"#,
        #"{"array":[],"names":{"a":null},"byID":{},"leaves":[],"nested":[],"plain":"off"}"#,
      ]),
    Twins(
      Wrapped.self, CompiledWrapped.self,
      accepts: [
        #"{"shared":1,"path":[]}"#,
        #"{"leaf":{"name":"a"},"shared":1,"note":"b","reader":"c","path":[{"id":3,"state":{"name":"d"}}]}"#,
        #"{"leaf":null,"shared":1,"note":null,"reader":null,"path":[{"name":"d"}]}"#,
      ],
      refuses: [
        #"{"path":[]}"#, #"{"shared":1,"path":[],"leaf":{}}"#, #"{"shared":"1","path":[]}"#,
      ]),
    Twins(
      Forms.self, CompiledForms.self,
      accepts: [
        #"{"given":1,"observed":2,"default":3,"secret":4,"hidden":5,"first":6,"second":7,"größe":8}"#
      ],
      refuses: [
        #"{"given":1,"observed":2,"default":3,"secret":4,"first":6,"second":7,"größe":8}"#,
        #"{"given":1,"observed":2,"default":3,"secret":4,"hidden":5,"first":6,"second":7}"#,
      ]),
    Twins(
      Pair<Int, [String]>.self, CompiledPair<Int, [String]>.self,
      accepts: [#"{"left":1,"right":["a"]}"#, #"{"left":1,"right":[],"both":{"a":["b"]}}"#],
      refuses: [#"{"left":1}"#, #"{"left":1,"right":[2]}"#]),
    Twins(
      Renamed.self, CompiledRenamed.self, accepts: [#"{"n":1}"#], refuses: [#"{"count":1}"#]),
    Twins(Empty.self, CompiledEmpty.self, accepts: ["{}", "[]"], refuses: []),
  ]

  private static let id = #""00000000-0000-0000-0000-00000000000A""#
}

/// Returns what is made of a document by the project's coders and by Foundation's: the documents that are
/// encoded again, or the errors.
private func outcomes<Value: Codable>(of json: String, as type: Value.Type) throws -> [String] {
  let bytes = Array(json.utf8)
  let ours = Result { try JSONStreamDecoder.decode(type, from: bytes) }
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  let theirs = Result { try decoder.decode(type, from: Data(bytes)) }
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  encoder.dateEncodingStrategy = .iso8601
  return try [
    ours.map { try text(of: JSONStreamEncoder.encode($0)) },
    ours.map { try text(of: encoder.encode($0)) },
    theirs.map { try text(of: JSONStreamEncoder.encode($0)) },
  ].map { (result: Result<String, any Error>) in
    switch result {
    case .success(let text): text
    case .failure(let error): description(of: error)
    }
  }
}

private func text(of bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self)
}

/// Describes an error without the types of keys.
private func description(of error: any Error) -> String {
  func place(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: "/") + ": "
      + context.debugDescription.replacing("JSONCodingKey(", with: "CodingKeys(")
  }
  return switch error {
  case DecodingError.keyNotFound(let key, let context): "no \(key.stringValue) in \(place(context))"
  case DecodingError.typeMismatch(let type, let context): "no \(type): \(place(context))"
  case DecodingError.valueNotFound(let type, let context): "no \(type): \(place(context))"
  case DecodingError.dataCorrupted(let context): "corrupted: \(place(context))"
  default: "\(error)"
  }
}

extension Result where Failure == any Error {
  fileprivate func map<Other>(_ transform: (Success) throws -> Other) throws -> Result<
    Other, any Error
  > {
    flatMap { value in Result<Other, any Error> { try transform(value) } }
  }
}

/// A part of the states below.
private struct Leaf: Codable, Equatable, Identifiable, Sendable {
  var name: String
  var id: String { name }
}

private enum Plain: String, Codable, Sendable { case on, off }

@ObservableState
private struct Written: Codable, Sendable {
  var count: Int

  init(count: Int) { self.count = count }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    count = try container.decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(count)
  }
}

@ObservableState
private struct HalfWritten: Codable, Sendable {
  var count: Int

  init(count: Int) { self.count = count }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    count = try container.decode(Int.self)
  }
}

@ObservableState
private struct Constant: Codable, Sendable {
  let constant = 5
  var given: Int
}

// MARK: Coding by the macro

@ObservableState
private struct Numbers: Codable, Sendable {
  var int: Int
  var double: Double
  var text: String
  var flag: Bool
  var byte: UInt8
}

@ObservableState
private struct Optionals: Codable, Sendable {
  var int: Int?
  var nested: Int??
  var leaf: Leaf?
  var inferred = String?.none
  var long: Optional<Int>
  var sugar: Swift.Optional<Int> = 1
}

@ObservableState
private struct Foundations: Codable, Sendable {
  var date: Date
  var data: Data
  let url: URL
  let id: UUID
  var decimal: Decimal
  var duration: Duration
  var optional: Date?
}

@ObservableState
private struct Collections: Codable, Sendable {
  var array: [Int]
  var names: [String: Int]
  var byID: [UUID: Int]
  var leaves: IdentifiedArrayOf<Leaf>
  var nested: [[Int]]
  var plain: Plain
}

@ObservableState
private struct Wrapped: Codable, Sendable {
  @Presents var leaf: Leaf?
  @Shared var shared: Int
  @Shared var note: String?
  @SharedReader var reader: String?
  var path: StackState<Leaf>
}

@ObservableState
private struct Forms: Codable, Sendable {
  static let ignored = 1
  let given: Int
  var observed: Int { didSet { first = observed } }
  var `default` = 1
  @ServerOnly var secret: Int
  private var hidden = 2
  var first = 1, second: Int
  var computed: Int { first + second }
  // swift-format-ignore: IdentifiersMustBeASCII
  var größe: Int
}

@ObservableState
private struct Pair<Left: Codable & Sendable, Right: Codable & Sendable>: Codable, Sendable {
  var left: Left
  var right: Right
  var both: [String: Right]?
}

@ObservableState
private struct Renamed: Codable, Sendable {
  var count: Int
  var left = 0

  private enum CodingKeys: String, CodingKey { case count = "n" }
}

@ObservableState
private struct Empty: Codable, Sendable {}

// MARK: Coding by the compiler

private struct CompiledNumbers: Codable, Sendable {
  var int: Int
  var double: Double
  var text: String
  var flag: Bool
  var byte: UInt8
}

private struct CompiledOptionals: Codable, Sendable {
  var int: Int?
  var nested: Int??
  var leaf: Leaf?
  var inferred = String?.none
  var long: Optional<Int>
  var sugar: Swift.Optional<Int> = 1
}

private struct CompiledFoundations: Codable, Sendable {
  var date: Date
  var data: Data
  let url: URL
  let id: UUID
  var decimal: Decimal
  var duration: Duration
  var optional: Date?
}

private struct CompiledCollections: Codable, Sendable {
  var array: [Int]
  var names: [String: Int]
  var byID: [UUID: Int]
  var leaves: IdentifiedArrayOf<Leaf>
  var nested: [[Int]]
  var plain: Plain
}

private struct CompiledWrapped: Codable, Sendable {
  @Presents var leaf: Leaf?
  @Shared var shared: Int
  @Shared var note: String?
  @SharedReader var reader: String?
  var path: StackState<Leaf>
}

private struct CompiledForms: Codable, Sendable {
  static let ignored = 1
  let given: Int
  var observed: Int { didSet { first = observed } }
  var `default` = 1
  @ServerOnly var secret: Int
  private var hidden = 2
  var first = 1, second: Int
  var computed: Int { first + second }
  // swift-format-ignore: IdentifiersMustBeASCII
  var größe: Int
}

private struct CompiledPair<Left: Codable & Sendable, Right: Codable & Sendable>: Codable, Sendable
{
  var left: Left
  var right: Right
  var both: [String: Right]?
}

private struct CompiledRenamed: Codable, Sendable {
  var count: Int
  var left = 0

  private enum CodingKeys: String, CodingKey { case count = "n" }
}

private struct CompiledEmpty: Codable, Sendable {}
