import BackstackCoding
import BackstackTestSupport
import Foundation
import Testing

@Suite("Numbers")
struct NumberTests {
  private func decoded<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
    try? JSONStreamDecoder.decode(type, from: Array(text.utf8))
  }

  private func judged<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
    try? Judge.decode(type, from: Array(text.utf8))
  }

  static let texts = [
    "0", "-0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "65535", "65536",
    "2147483647",
    "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "1.0", "1.5", "-1.0", "100e-2", "1e2", "1.5e1", "0.0", "-0.0",
    "1e400", "-1e400", "999999999999999999", "1000000000000000000", "0.1", "1e19",
    "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
  ]

  @Test(
    "Integers are encoded with the digits of their descriptions",
    arguments: [0, 1, -1, 9, 10, -10, 99, 100, Int.max, Int.min, Int.min + 1])
  func integersAreWrittenInTheDigits(number: Int) throws {
    var bytes = Array("[".utf8)
    bytes.append(json: number)
    #expect(String(decoding: bytes, as: UTF8.self) == "[\(number)")
    #expect(try JSONStreamEncoder.encode([number]) == Array("[\(number)]".utf8))
  }

  @Test("Integers are decoded if they fit the type, as by Foundation", arguments: texts)
  func integersFitOrAreRefused(text: String) {
    #expect(decoded(Int.self, text) == judged(Int.self, text))
    #expect(decoded(Int8.self, text) == judged(Int8.self, text))
    #expect(decoded(Int16.self, text) == judged(Int16.self, text))
    #expect(decoded(Int32.self, text) == judged(Int32.self, text))
    #expect(decoded(Int64.self, text) == judged(Int64.self, text))
    #expect(decoded(UInt.self, text) == judged(UInt.self, text))
    #expect(decoded(UInt8.self, text) == judged(UInt8.self, text))
    #expect(decoded(UInt16.self, text) == judged(UInt16.self, text))
    #expect(decoded(UInt32.self, text) == judged(UInt32.self, text))
    #expect(decoded(UInt64.self, text) == judged(UInt64.self, text))
    #expect(decoded(Int128.self, text) == judged(Int128.self, text))
    #expect(decoded(UInt128.self, text) == judged(UInt128.self, text))
  }

  @Test("Floating-point numbers are rounded to the nearest, as by Foundation", arguments: texts)
  func floatingPointNumbersAreTheNearest(text: String) {
    #expect(decoded(Double.self, text)?.bitPattern == judged(Double.self, text)?.bitPattern)
    #expect(decoded(Float.self, text)?.bitPattern == judged(Float.self, text)?.bitPattern)
    #expect(decoded(Decimal.self, text) == judged(Decimal.self, text))
  }

  @Test("Integers are exact where Foundation converts through Double")
  func integersAreExactWhereFoundationGoes() {
    #expect(decoded(Int.self, "9007199254740993.0") == 9_007_199_254_740_993)
    #expect(decoded(Int.self, "0.9007199254740993e16") == 9_007_199_254_740_993)
    #expect(decoded(Int.self, "1e999999999999999999999999") == nil)
    #expect(decoded(Int.self, "1e-999999999999999999999999") == nil)
    #expect(decoded(Int.self, "0e999999999999999999999999") == 0)
    #expect(decoded(Int.self, "0.000001e9223372036854775807") == nil)
    #expect(decoded(Int.self, "1.0000000000000000000001") == nil)
  }

  @Test(
    "Unlike Foundation, the decoder rounds tiny numbers to zero as doubles, but not as integers")
  func decidedOtherwiseThanFoundation() {
    #expect(decoded(Double.self, "1e-400") == 0)
    #expect(decoded(Float.self, "-1e-60") == 0)
    #expect(decoded(Int.self, "1e-400") == nil)
    #expect(decoded(Double.self, "0e5") == 0)
  }

  @Test("Random numbers are encoded and decoded bit by bit") func randomNumbersComeBackBit() throws
  {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let double = Double(bitPattern: generator.next())
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      let short = Double(Int.random(in: -99_999...99_999, using: &generator)) / 1000
      for value in [double, short] where value.isFinite {
        let text = try JSONStreamEncoder.encode(value)
        #expect(
          try JSONStreamDecoder.decode(Double.self, from: text).bitPattern == value.bitPattern)
        #expect(try Judge.decode(Double.self, from: text).bitPattern == value.bitPattern)
      }
      if float.isFinite {
        let text = try JSONStreamEncoder.encode(float)
        #expect(try JSONStreamDecoder.decode(Float.self, from: text).bitPattern == float.bitPattern)
      }
      let integer =
        Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<64, using: &generator)
      let text = try JSONStreamEncoder.encode(integer)
      #expect(text == Array(String(integer).utf8))
      #expect(try JSONStreamDecoder.decode(Int.self, from: text) == integer)
    }
  }

  @Test("Decimal numbers are rounded as by strtod") func decimalTextsAreRoundedAsStrtod() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let digits = String(generator.next() >> UInt64.random(in: 0..<60, using: &generator))
      var text = digits
      if Bool.random(using: &generator) {
        text += "." + String(generator.next() >> UInt64.random(in: 0..<60, using: &generator))
      }
      if Bool.random(using: &generator) {
        text += "e\(Int.random(in: -30...30, using: &generator))"
      }
      #expect(decoded(Double.self, text) == strtod(text, nil))
    }
  }
}
