#if SQLite

import BackstackStorage
import BackstackTestSupport
import CSQLite
import Foundation
import Testing

@testable import BackstackSQLite

@Suite("The log of changes, as it is read")
struct ChangeLogTests {
  private let folder = TemporaryFolder()
  private let connection: SQLiteConnection
  private let mark: LogMark
  private let bytes: [UInt8]

  /// A database whose first pages are in the file, and the last in the log.
  init() throws {
    let path = folder.file("sessions.db")
    connection = try SQLiteConnection(
      path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, lockTimeout: 0)
    try connection.each("PRAGMA journal_mode = WAL") { _ in }
    try connection.run("CREATE TABLE filler (bytes)")
    try connection.run("INSERT INTO filler VALUES (zeroblob(20000))")
    try connection.each("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
    try connection.run("INSERT INTO filler VALUES (zeroblob(9000))")
    mark = try #require(connection.logMark)
    bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
  }

  private func log(_ bytes: [UInt8]) -> WriteAheadLog {
    WriteAheadLog { offset, count in
      offset + count <= bytes.count ? Array(bytes[offset..<offset + count]) : nil
    }
  }

  @Test("It is whole as it was written, and with no byte less or changed")
  func wholeness() {
    #expect(mark.frames > 3)
    #expect(bytes.count == mark.byteCount)
    #expect(log(bytes).isWhole(through: mark))
    #expect(connection.writeAheadLog.isWhole(through: mark))
    #expect(!log(bytes.dropLast()).isWhole(through: mark))
    #expect(!log([]).isWhole(through: mark))
    let frame = WriteAheadLog.frameHeaderBytes + mark.pageSize
    var places = Array(0..<WriteAheadLog.headerBytes)
    for number in 1...mark.frames {
      let start = WriteAheadLog.offset(ofFrame: number, mark.pageSize)
      #expect(start == WriteAheadLog.headerBytes + (number - 1) * frame)
      places += Array(start..<start + WriteAheadLog.frameHeaderBytes + 16) + [start + frame - 1]
    }
    for place in places {
      var changed = bytes
      changed[place] ^= 2
      #expect(!log(changed).isWhole(through: mark), "\(place)")
    }
  }

  @Test("A log that was restarted need not contain earlier changes")
  func empty() throws {
    try connection.each("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
    let mark = try #require(connection.logMark)
    #expect(mark.frames == 0 && mark.byteCount == 0 && !mark.isNeeded)
    #expect(log([]).isWhole(through: mark))
  }

  @Test("A frame is there when its head is, with what tells the log from the one before")
  func frames() {
    for number in 1...mark.frames { #expect(log(bytes).hasFrame(number, of: mark)) }
    #expect(!log(bytes).hasFrame(mark.frames + 1, of: mark))
    var changed = bytes
    changed[WriteAheadLog.offset(ofFrame: mark.frames, mark.pageSize) + 8] ^= 1
    #expect(!log(changed).hasFrame(mark.frames, of: mark))
    #expect(log(changed).hasFrame(mark.frames - 1, of: mark))
  }

  @Test("It has the pages of the database that a file does not have, or lacks some of them")
  func pages() throws {
    let size = try #require(FileStatus.at(connection.paths.main)?.size)
    #expect(size < mark.databaseBytes)
    #expect(log(bytes).hasPages(after: size, mark))
    // Some were moved there before.
    #expect(!log(bytes).hasPages(after: 0, mark))
    #expect(log([]).hasPages(after: mark.databaseBytes, mark))
    #expect(!log([]).hasPages(after: size, mark))
    let last = WriteAheadLog.offset(ofFrame: mark.frames, mark.pageSize)
    #expect(log(Array(bytes[..<(last + 4)])).hasPages(after: size, mark))
    #expect(!log(Array(bytes[..<(last + 3)])).hasPages(after: size, mark))
  }
}

#endif
