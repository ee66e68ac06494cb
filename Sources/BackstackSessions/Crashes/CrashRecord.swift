import BackstackStorage

/// A line in the crash file: the process ended while it worked on a session.
///
/// `crash 1 SESSION MILLISECONDS SIGNAL CHECKSUM`, after an empty line, so that a torn line spoils
/// no other. The checksum is the FNV-1a hash of the text before it.
struct CrashRecord: Hashable, Sendable {
  let id: SessionID
  let time: StorageTime
  let signal: Int32

  private static let beginning: StaticString = "crash 1 "

  /// The maximum size of a record, with the line breaks around it.
  static let maximumSize = 128

  // MARK: Writing

  /// Appends a record. Safe in a signal handler.
  static func write(
    _ id: (high: UInt64, low: UInt64), milliseconds: Int, signal: Int32, to text: inout CrashText
  ) {
    text.append(0x0A)
    let start = text.count
    text.append(beginning)
    text.append(hexadecimal: id.high)
    text.append(hexadecimal: id.low)
    text.append(0x20)
    text.append(decimal: milliseconds)
    text.append(0x20)
    text.append(decimal: Int(signal))
    text.append(0x20)
    text.append(hexadecimal: checksum(text.bytes(from: start)))
    text.append(0x0A)
  }

  /// Returns the 64-bit FNV-1a hash.
  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    while index < bytes.count {
      sum = (sum ^ UInt64(bytes[index])) &* 0x100_0000_01B3
      index += 1
    }
    return sum
  }

  // MARK: Reading

  /// Returns the records in a file, oldest first. Incomplete records are ignored: the process that
  /// wrote them was dying.
  static func all(in file: [UInt8]) -> [CrashRecord] {
    file.split(separator: 0x0A).compactMap { CrashRecord(line: $0) }
      .sorted { $0.time < $1.time }
  }

  /// - Returns: `nil` for a line that ``write(_:milliseconds:signal:to:)`` did not make.
  private init?(line: ArraySlice<UInt8>) {
    guard line.count < Self.maximumSize else { return nil }
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 6, line.starts(with: "crash 1 ".utf8),
      let id = SessionID(String(decoding: words[2], as: UTF8.self)),
      let milliseconds = Self.number(words[3]), let signal = Self.number(words[4]), signal < 128,
      words[5].count == 16
    else { return nil }
    let sum = line[..<words[5].startIndex].withUnsafeBytes { Self.checksum($0) }
    guard String(decoding: words[5], as: UTF8.self) == Self.digits(sum) else { return nil }
    self.id = id
    time = StorageTime(milliseconds: Int64(milliseconds))
    self.signal = Int32(signal)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...16).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
