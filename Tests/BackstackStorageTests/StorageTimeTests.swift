import BackstackStorage
import Testing

@Suite struct StorageTimeTests {
  @Test(
    "Minutes are counted from 1970",
    arguments: [
      (0, 0), (59_999, 0), (60_000, 1), (-1, -1), (-60_000, -1), (-60_001, -2),
      (Int64.max, Int64.max / 60_000), (Int64.min, Int64.min / 60_000 - 1),
    ] as [(Int64, Int64)])
  func minutesAreCountedFrom1970(milliseconds: Int64, minute: Int64) {
    #expect(StorageTime(milliseconds: milliseconds).minute == minute)
  }
}
