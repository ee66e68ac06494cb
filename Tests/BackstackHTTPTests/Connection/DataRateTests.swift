import Testing

@testable import BackstackHTTP

@Suite("Minimum data rate")
struct DataRateTests {
  @Test(
    "A span requires the bytes that the rate yields, and at least one",
    arguments: [
      (500, 30_000_000_000, 15_000), (1, 500_000_000, 1), (0, 30_000_000_000, 1), (-5, 1, 1),
      (Int.max, Int64.max, Int.max), (500, Int64.max, 4_611_686_018_427),
    ] as [(Int, Int64, Int)])
  func requiresPace(rate: Int, span: Int64, expected: Int) {
    #expect(HTTPDataRate.required(rate: rate, span: span) == expected)
  }
}
