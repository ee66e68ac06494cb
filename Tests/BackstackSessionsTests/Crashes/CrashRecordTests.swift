import BackstackStorage
import Testing

@testable import BackstackSessions

@Suite("Crash records")
struct CrashRecordTests {
  private static let id = "0123456789abcdeffedcba9876543210"

  /// Returns a record as the signal handler writes it.
  static func record(_ id: String = id, at milliseconds: Int = 1000, signal: Int32 = 4) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CrashRecord.maximumSize) { room in
      var text = CrashText(start: room.baseAddress!, capacity: room.count)
      CrashRecord.write(
        SessionID(id)!.words, milliseconds: milliseconds, signal: signal, to: &text)
      return String(decoding: text.bytes(from: 0), as: UTF8.self)
    }
  }

  private func times(_ file: String) -> [Int64] {
    CrashRecord.all(in: Array(file.utf8)).map(\.time.milliseconds)
  }

  @Test("A record that the signal handler writes can be read")
  func reads() throws {
    let text = Self.record(at: 1_795_262_400_123, signal: 11)
    #expect(text.hasPrefix("\ncrash 1 \(Self.id) 1795262400123 11 "))
    let record = try #require(CrashRecord.all(in: Array(text.utf8)).first)
    #expect(record.id.description == Self.id)
    #expect(record.time.milliseconds == 1_795_262_400_123)
    #expect(record.signal == 11)
    #expect(text.utf8.count <= CrashRecord.maximumSize)
  }

  @Test("Complete records are read, oldest first")
  func several() {
    let (first, second) = (Self.record(at: 1), Self.record(at: 2))
    #expect(times(second + first) == [1, 2])
    #expect(times("") == [])
    for count in 0..<second.utf8.count - 1 {
      let torn = String(second.utf8.prefix(count))!
      #expect(times(first + torn) == [1], "\(count)")
      #expect(times(torn + first) == [1], "\(count)")
    }
  }

  @Test("A wrong bit invalidates only its own record")
  func bits() {
    let bytes = Array(Self.record(at: 5).utf8)
    for index in 1..<bytes.count - 1 {
      for bit in 0..<8 as Range<UInt8> {
        var wrong = bytes
        wrong[index] ^= 1 << bit
        let file = wrong + Array(Self.record(at: 9).utf8)
        #expect(CrashRecord.all(in: file).map(\.time.milliseconds) == [9])
      }
    }
  }

  @Test(
    "Garbage between records is ignored",
    arguments: [
      "\n\n\n", "crash", "crash 1", "crash 1     ", "crash 2 0 0 0 0", "\u{0}\u{0}\u{0}\u{0}",
      "crash 1 \(id) 1000 4 0000000000000000",
      "crash 1 \(id) -1 4 0000000000000000",
      "crash 1 \(id) 99999999999999999999999999 4 0000000000000000",
      String(repeating: "crash 1 ", count: 1000), String(repeating: " ", count: 1000),
      "\u{FEFF}é", "crash 1 \(id.uppercased()) 1000 4 0000000000000000",
    ])
  func garbage(_ text: String) {
    #expect(times(text) == [])
    #expect(times(text + Self.record(at: 3)) == [3])
    #expect(times(Self.record(at: 3) + text) == [3])
  }
}
