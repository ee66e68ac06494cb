import BackstackCoding
import BackstackTestSupport
import Foundation
import Testing

/// A value for any JSON document.
indirect enum Value: Codable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([Value])
  case object([String: Value])

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? single.decode(Int.self) {
      self = .int(value)
    } else if let value = try? single.decode(Double.self) {
      self = .double(value)
    } else if let value = try? single.decode(String.self) {
      self = .string(value)
    } else if let value = try? single.decode([Value].self) {
      self = .array(value)
    } else {
      self = .object(try single.decode([String: Value].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    if case .object(let members) = self {
      // Sorted, so that the order is the same in each run.
      var object = encoder.container(keyedBy: Name.self)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try object.encode(value, forKey: Name(stringValue: name))
      }
      return
    }
    var single = encoder.singleValueContainer()
    switch self {
    case .null: try single.encodeNil()
    case .bool(let value): try single.encode(value)
    case .int(let value): try single.encode(value)
    case .double(let value): try single.encode(value)
    case .string(let value): try single.encode(value)
    case .array(let value): try single.encode(value)
    case .object: break
    }
  }

  /// The value with doubles instead of integers: Foundation decodes some fractions as integers,
  /// because it converts through Double.
  var withoutIntegers: Value {
    switch self {
    case .int(let value): .double(Double(value))
    case .array(let values): .array(values.map(\.withoutIntegers))
    case .object(let members): .object(members.mapValues(\.withoutIntegers))
    default: self
    }
  }

  static func random(depth: Int, using generator: inout SeededGenerator) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: .null
    case 1: .bool(.random(using: &generator))
    case 2:
      .int(Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<64, using: &generator))
    case 3: .double(Double(Int.random(in: -9999...9999, using: &generator)) / 128 + 0.001)
    case 4, 5: .string(text(using: &generator))
    case 6, 7:
      .array(
        (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
          random(depth: depth - 1, using: &generator)
        })
    default:
      .object(
        Dictionary(
          (0..<Int.random(in: 0..<20, using: &generator)).map { _ in
            (text(using: &generator), random(depth: depth - 1, using: &generator))
          }, uniquingKeysWith: { $1 }))
    }
  }

  private static func text(using generator: inout SeededGenerator) -> String {
    let alphabet: [Character] = ["a", "Z", "0", " ", "\"", "\\", "\n", "\u{0}", "é", "€", "😀", "/"]
    let length = Int.random(in: 0..<12, using: &generator)
    return String((0..<length).map { _ in alphabet.randomElement(using: &generator)! })
  }
}

@Suite("Random documents")
struct RandomTests {
  @Test("Random values are encoded and decoded as by Foundation")
  func thousandsOfValuesAgreeWithFoundation()
    throws
  {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      try expectAgreement(on: Value.random(depth: 4, using: &generator))
    }
  }

  @Test("Mutated documents are accepted exactly if Foundation accepts them")
  func mutationsOfDocumentsAreDocuments() throws {
    var generator = SeededGenerator(seed: 5)
    let bytes =
      Array(#"{}[]",:\u0123456789eE+-.truefalsn "#.utf8) + [0, 0x1F, 0x80, 0xC3, 0xE2, 0xFF]
    var (valid, invalid) = (0, 0)
    for _ in 0..<1500 {
      let document = try JSONStreamEncoder.encode(Value.random(depth: 3, using: &generator))
      for _ in 0..<6 {
        var mutant = document
        for _ in 0..<Int.random(in: 1...2, using: &generator) where !mutant.isEmpty {
          let index = Int.random(in: 0..<mutant.count, using: &generator)
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: mutant[index] = bytes.randomElement(using: &generator)!
          case 1: mutant.insert(bytes.randomElement(using: &generator)!, at: index)
          case 2: mutant.remove(at: index)
          default: mutant.removeLast(mutant.count - index)
          }
        }
        // Foundation takes zeros at the beginning for another encoding.
        if mutant.prefix(4).contains(0) || mutant.first == 0xFF { continue }
        let error = syntaxError(mutant)
        // Known differences: duplicate names, and commas at the end of a container.
        if error?.code == .duplicateKey || error?.message.hasSuffix("found ']'.") == true
          || error?.message.hasSuffix("found '}'.") == true
        {
          continue
        }
        // We accept documents with numbers beyond the range of Double, but Foundation does not.
        if error == nil, (try? JSONStreamDecoder.decode(Value.self, from: mutant)) == nil {
          continue
        }
        let judged = Judge.accepts(mutant)
        #expect(
          (error == nil) == judged,
          "\(String(decoding: mutant, as: UTF8.self)): \(error?.message ?? "valid")")
        if error == nil {
          valid += 1
          let ours = try? JSONStreamDecoder.decode(Value.self, from: mutant)
          let theirs = try? Judge.decode(Value.self, from: mutant)
          #expect(
            ours?.withoutIntegers == theirs?.withoutIntegers,
            "\(String(decoding: mutant, as: UTF8.self))")
        } else {
          invalid += 1
        }
      }
    }
    #expect(valid > 500 && invalid > 500)
  }

  @Test("Decoding random bytes never traps") func randomBytesNeverTrap() {
    var generator = SeededGenerator(seed: 6)
    let alphabet = Array("{}[]\",:\\u0e-. tfn".utf8)
    for _ in 0..<20_000 {
      let length = Int.random(in: 0..<40, using: &generator)
      _ = syntaxError((0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
      _ = syntaxError((0..<length).map { _ in alphabet.randomElement(using: &generator)! })
    }
  }
}
