import BackstackPlatform
import Testing

@Suite("Rooms for bytes")
struct ByteRoomTests {
  private func text(upTo count: Int, _ write: (inout ByteRoom) -> Void) -> String {
    String(unsafeUninitializedCapacity: count) { memory in
      var room = ByteRoom(memory)
      write(&room)
      #expect(room.bytes.count == room.count)
      return room.count
    }
  }

  @Test("A room has what was appended, in order, and may be full")
  func order() {
    let text = text(upTo: 11) { room in
      room.append("ab")
      room.append(UInt8(ascii: "-"))
      room.append([])
      room.append(Array("cde".utf8))
      room.append(decimal: 10)
      Array("xyz".utf8).withUnsafeBufferPointer { room.append($0) }
    }
    #expect(text == "ab-cde10xyz")
  }

  @Test(
    "Numbers have the digits of their descriptions",
    arguments: [0, 1, -1, 9, 10, -10, 99, 100, 999, 1000, Int.max, Int.min, Int.min + 1])
  func digits(of number: Int) {
    #expect(text(upTo: number.description.utf8.count) { $0.append(decimal: number) } == "\(number)")
  }

  @Test("All powers of ten and their neighbours have the digits of their descriptions")
  func powersOfTen() {
    var power = 1
    for _ in 0..<19 {
      for number in [power - 1, power, power + 1, -power] {
        #expect(text(upTo: 20) { $0.append(decimal: number) } == "\(number)")
      }
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
  }
}
