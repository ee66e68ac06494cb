#if SQLite

import BackstackStorage
import BackstackTestSupport
import Foundation
import Glibc
import Testing

@testable import BackstackSQLite

/// A disk that is small, or filled by other programs.
@Suite(.endsAtFailure) struct DiskSpaceTests {
  private let mebibyte = 1 << 20

  @Test("Ample free space limits nothing") func withRoomNothingIsBounded() {
    let room = DiskSpace(free: 1 << 40, main: 0, log: 0, pageSize: 4096)
    #expect(!room.isScarce)
    #expect(room.logPages(atMost: 4000) == 4000)
    #expect(room.logBytes == 64 * mebibyte)
    #expect(room.batchBytes(atMost: 16 * mebibyte) == 16 * mebibyte)
    #expect(room.batchCount(atMost: 1024) == 1024)
    #expect(room.databasePages(atMost: 4096 * 10) == 10)
    #expect(room.databasePages(atMost: 10) == 1)
    #expect(room.databasePages(atMost: nil) == Int(UInt32.max) - 1)
    #expect(!DiskSpace(free: .max / 2, main: 0, log: 1 << 40, pageSize: 4096).isScarce)
  }

  @Test("Free space and the log together decide what is scarce")
  func scarce() {
    func isScarce(_ free: Int, _ log: Int) -> Bool {
      DiskSpace(free: free, main: 0, log: log, pageSize: 4096).isScarce
    }
    #expect(isScarce(1024 * mebibyte - 1, 0))
    #expect(!isScarce(1024 * mebibyte, 0))
    #expect(isScarce(1024 * mebibyte - 2, 1))
    #expect(!isScarce(1024 * mebibyte - 1, 1))
  }

  @Test("Scarce space is shared among the log, the file and what is written at a time")
  func shares() {
    var room = DiskSpace(
      free: 5 * mebibyte, main: 10 * 4096, log: 3 * mebibyte, pageSize: 4096, growth: 4 * mebibyte)
    #expect(room.logPages(atMost: 4000) == 254)
    #expect(room.logPages(atMost: 200) == 200)
    #expect(room.logBytes == 4 * mebibyte)
    #expect(room.batchBytes(atMost: 16 * mebibyte) == mebibyte)
    #expect(room.batchBytes(atMost: 1000) == 1000)
    #expect(room.batchCount(atMost: 1024) == 21)
    #expect(room.batchCount(atMost: 5) == 5)
    #expect(room.databasePages(atMost: nil) == 10 + 7 * mebibyte / 4 / 4096)
    #expect(room.databasePages(atMost: 400 * 4096) == 400)
    // Exactly an eighth would be left.
    #expect(!room.mustRestartLog)
    room.growth = 4 * mebibyte + 1
    #expect(room.mustRestartLog)
    room = DiskSpace(free: 1024 * mebibyte - 1, main: 0, log: 0, pageSize: 4096)
    #expect(room.logBytes == 64 * mebibyte)
  }

  /// With any amount of space left, the log takes at most half, and its contents fit into the file.
  @Test("There is always enough space to checkpoint the log") func aLogCanAlwaysBeMovedIntoTheFile()
  {
    for left in [0, 1, 4096, 100_000, mebibyte, 6 * mebibyte, 100 * mebibyte, (1 << 30) - 1] {
      for log in [0, left / 3, left] {
        let room = DiskSpace(free: left - log, main: 10 * 4096, log: log, pageSize: 4096)
        #expect(room.isScarce)
        let pages = room.logPages(atMost: 4000)
        #expect(pages >= 1)
        #expect(pages == 1 || pages * CheckpointPlan.maximumBacklog * (4096 + 24) <= left / 2)
        #expect(room.logBytes <= left / 2)
        let growth = (room.databasePages(atMost: nil) - 10) * 4096
        #expect(growth >= 0)
        #expect(growth <= max(0, left - DiskSpace.reserve) / 4)
        #expect(room.batchCount(atMost: 1024) >= 1)
        #expect(room.batchBytes(atMost: 1024) >= 1)
      }
    }
    #expect(
      DiskSpace(free: 6 * mebibyte, main: 0, log: 0, pageSize: 4096).logPages(atMost: 4000) == 190)
  }

  @Test("On a full disk, work continues in the smallest portions")
  func fullDisk() {
    let room = DiskSpace(free: 0, main: 4096, log: 0, pageSize: 4096)
    #expect(room.batchCount(atMost: 1024) == 1)
    #expect(room.batchBytes(atMost: 1024) == 1)
    #expect(room.logPages(atMost: 4000) == 1)
    #expect(room.databasePages(atMost: nil) == 1)
  }

  @Test("A log that readers keep does not use up the file's space")
  func aLogThatReadersHoldDoesNotTakeTheRoomOfTheFile() {
    var room = DiskSpace(free: 3 * mebibyte, main: 0, log: 3 * mebibyte, pageSize: 4096)
    #expect(!room.mustRestartLog)
    room.growth = mebibyte
    #expect(!room.mustRestartLog)
    room.growth = 5 * mebibyte / 2
    #expect(room.mustRestartLog)
    room.free = 1 << 40
    #expect(!room.mustRestartLog)
  }

  @Test("The free space of a disk is known") func theRoomOfADiskIsKnown() throws {
    let folder = TemporaryFolder()
    folder.write("x", to: "file")
    #expect(try #require(DiskSpace.free(at: folder.file("file"))) > 0)
    #expect(DiskSpace.free(at: folder.file("none")) == nil)
  }

  /// The command that runs another one with a private mount namespace; `nil` where that is not
  /// allowed.
  private static let mounting: [String]? = {
    for flags in [["-m"], ["-Urm"]] {
      let probe = ["unshare"] + flags + ["sh", "-c", "mount -t tmpfs none /tmp"]
      if let process = try? ChildProcess(probe[0], Array(probe.dropFirst()), errors: .apart),
        process.wait() == 0
      {
        return ["unshare"] + flags
      }
    }
    return nil
  }()

  /// Updates twenty sessions with six times as many bytes as a disk of 6 MB holds; then fills the
  /// disk with sessions, and with another file.
  @Test(
    "The log does not fill a small disk",
    .enabled(if: mounting != nil, "File systems cannot be mounted here."))
  func aSmallDiskIsNotFilledByTheLog() async throws {
    let folder = TemporaryFolder()
    let output = try await offPool {
      let words = try #require(Self.mounting)
      let writer = ChildProcess.products.appending(path: "BackstackStorageWriter").path
      let process = try ChildProcess(
        words[0],
        Array(words.dropFirst()) + [
          "sh", "-c",
          #"mount -t tmpfs -o size=6m none "$0" && exec "$1" "$0/sessions.db" --small-disk"#,
          folder.path, writer,
        ], errors: .withOutput)
      let output = try process.output.rest()
      _ = process.wait()
      return output
    }
    #expect(
      output == """
        updated: 0 failures
        filled: full
        read: 0 failures
        removed: 0 failures
        again: 0 failures
        filled by others: full
        read: 0 failures
        room again: 0 failures
        opened anew: 0 failures
        damage: 0

        """)
  }
}

#endif
