import FoundationEssentials
import Testing

@testable import BackstackCoding

@Suite("Dates")
struct DateTests {
  @Test(
    "All dates of RFC 3339 are decoded",
    arguments: [
      ("2030-01-31T23:59:59Z", 1_896_134_399), ("2030-01-31t23:59:59z", 1_896_134_399),
      ("2030-01-31T23:59:59.5Z", 1_896_134_399.5), ("1970-01-01T00:00:00.000000001Z", 1e-9),
      ("1970-01-01T00:00:00.0000000000000000000001Z", 0), ("1969-12-31T23:59:59.750Z", -0.25),
      ("1970-01-01T01:30:00+01:30", 0), ("1969-12-31T00:01:00-23:59", 0),
      ("1970-01-01T23:59:00+23:59", 0), ("1970-01-01T00:00:00-00:00", 0),
      ("2000-02-29T00:00:00Z", 951_782_400), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
  func read(text: String, seconds: Double) throws {
    let date = try JSONStreamDecoder.decode([Date].self, from: Array("[\"\(text)\"]".utf8))
    #expect(date == [Date(timeIntervalSince1970: seconds)])
  }

  @Test(
    "A date keeps its milliseconds, and has no fraction without them",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (0.25, "1970-01-01T00:00:00.250Z"),
      (-0.25, "1969-12-31T23:59:59.750Z"), (1_700_000_000.123, "2023-11-14T22:13:20.123Z"),
      (0.0004, "1970-01-01T00:00:00Z"), (0.9996, "1970-01-01T00:00:01Z"),
      (253_402_300_799.9999, "9999-12-31T23:59:59.999Z"),
      (Date.distantPast.timeIntervalSince1970, "0001-01-01T00:00:00Z"),
      (-14_825_894_400, "1500-02-29T00:00:00Z"),
    ])
  func write(seconds: Double, text: String) throws {
    let json = try JSONStreamEncoder.encode([Date(timeIntervalSince1970: seconds)])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
    let read = try JSONStreamDecoder.decode([Date].self, from: json)
    #expect(abs(read[0].timeIntervalSince1970 - seconds) < 0.001)
    #expect(try JSONStreamEncoder.encode(read) == json)
  }

  @Test(
    "Text that is no date, or a date that can't be encoded again, is refused",
    arguments: [
      "", "2030-01-31", "2030-01-31T23:59:59", "2030-01-31T23:59Z", "2030-01-31 23:59:59Z",
      "2030-13-01T00:00:00Z", "2030-02-30T00:00:00Z", "2030-01-31T23:59:59.Z",
      "2030-01-31T23:59:59+0100", "2030-01-31T23:59:59+01", "2030-01-31T23:59:59+24:00",
      "2030-01-31T23:59:59+01:60", "2030-01-31T23:59:59 01:00", "2030-01-31T23:59:59ZZ",
      "+030-01-31T23:59:59Z", "2030-01-31T23:59:59\u{0661}Z", "0000-12-31T23:59:59Z",
      "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
    ])
  func refuse(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONStreamDecoder.decode([Date].self, from: Array("[\"\(text)\"]".utf8))
    }
  }
}
