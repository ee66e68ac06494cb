#if SQLite

import BackstackPlatform
import BackstackStorage
import BackstackTestSupport
import Dispatch
import Glibc
import Testing

@testable import BackstackSQLite

@Suite struct ChecksumTests {
  @Test("Every bit changes the checksum", arguments: [0, 1, 7, 8, 9, 16, 100])
  func eachBitCounts(size: Int) {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let sum = Checksum.of(bytes)
    for bit in 0..<size * 8 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(Checksum.of(other) != sum)
    }
    #expect(Checksum.of(bytes + [0]) != sum)
  }

  /// Later versions read files with these checksums.
  @Test("The checksum algorithm stays the same") func itStaysWhatItIs() {
    #expect(Checksum.of(Array("Backstack stores sessions.".utf8)) == -2_789_250_182_860_864_473)
  }

  @Test("The checksum depends on where each text ends") func whereATextEndsCounts() {
    var (left, right, none) = (Checksum(), Checksum(), Checksum())
    left.add("ab")
    left.add("c")
    right.add("a")
    right.add("bc")
    none.add(nil as String?)
    var empty = Checksum()
    empty.add("" as String?)
    #expect(left.value != right.value)
    #expect(none.value != empty.value)
  }

  @Test("The checksum of a session covers all of its columns")
  func sessions() throws {
    let time = StorageTime(milliseconds: 7)
    let changes: [(SessionRow) -> Void] = [
      { _ in }, { $0.header.id = "b" }, { $0.header.feature = "g" }, { $0.header.owner = "" },
      { $0.header.owner = "o" }, { $0.header.fingerprint = "q" }, { $0.header.created = time },
      { $0.header.timeToLive = 7 }, { $0.header.expires = time }, { $0.header.version = 7 },
      { $0.header.epoch = 7 }, { $0.header.node = 7 }, { $0.oldest = 0 }, { $0.oldest = 7 },
      { $0.journalBytes = 7 },
      { $0.metadata = [7] }, { $0.stateChecksum = 7 }, { $0.stateRow = 0 }, { $0.stateRow = 7 },
      { $0.lastRows = EntryRows(0) }, { $0.lastRows = EntryRows(7) },
      { row in
        row.lastRows = EntryRows(7)
        row.lastRows?.append(9)
      },
      { $0.header.crashes = SessionCrashes(last: StorageTime(milliseconds: 0)) },
      { $0.header.crashes = SessionCrashes(last: time) },
      { $0.header.crashes = SessionCrashes(quarantined: StorageTime(milliseconds: 0)) },
      { $0.header.crashes = SessionCrashes(quarantined: time) },
      { $0.header.crashes = SessionCrashes(last: time, quarantined: time) },
    ]
    let sums = changes.map { change in
      let row = SessionRow(session("a").header, metadata: [], key: 1)
      change(row)
      return row.checksum
    }
    #expect(Set(sums).count == changes.count)
    let ended: [(String, String, Int64)] = [
      ("a", "over", 1), ("b", "over", 1), ("a", "out", 1), ("a", "over", 2),
    ]
    #expect(
      Set(ended.map { SessionRow.checksum(ofEnded: $0.0, reason: $0.1, until: $0.2) }).count == 4)
  }

  /// Later versions have to read the files.
  @Test("The checksums of rows do not change between versions")
  func rows() {
    let header = SessionHeader(
      id: "a", feature: "f", owner: "o", fingerprint: "p", created: StorageTime(milliseconds: 1),
      expires: StorageTime(milliseconds: 2), timeToLive: 3, version: 4, epoch: 5,
      crashes: SessionCrashes(
        last: StorageTime(milliseconds: 6), quarantined: StorageTime(milliseconds: 7)))
    let row = SessionRow(header, metadata: [8], key: 9)
    row.stateChecksum = 10
    row.stateRow = 11
    row.oldest = 12
    row.journalBytes = 13
    row.lastRows = EntryRows(14)
    row.lastRows?.append(16)
    #expect(row.checksum == 9_059_492_400_004_430_659)
    #expect(
      SessionRow.checksum(ofEnded: "a", reason: "over", until: 1) == -5_189_642_266_767_158_719)
    let entry = JournalEntry(
      version: 1, time: StorageTime(milliseconds: 2), record: [3], snapshot: nil)
    #expect(EntryRow.checksum(of: entry, under: 0, snapshot: nil) == 6_712_609_714_898_674_461)
    #expect(EntryRow.checksum(of: entry, under: 0, snapshot: 4) == 1_874_075_247_314_425_718)
  }

  @Test("The checksum of an entry covers all of it, its epoch, and the checksum of its snapshot")
  func entries() {
    let entry = JournalEntry(
      version: 1, time: StorageTime(milliseconds: 0), record: [1], snapshot: nil)
    var (later, newer, other) = (entry, entry, entry)
    later.time = StorageTime(milliseconds: 1)
    newer.version = 2
    other.record = [2]
    let sums =
      [entry, later, newer, other].map { EntryRow.checksum(of: $0, under: 1, snapshot: nil) }
      + [0, 1].map { EntryRow.checksum(of: entry, under: 1, snapshot: $0) }
      + [0, 2].map { EntryRow.checksum(of: entry, under: $0, snapshot: nil) }
    #expect(Set(sums).count == 8)
  }

  @Test("An optional text counts its bytes")
  func optionalText() {
    let sums = [nil, "", "a", "b"].map { (text: String?) in
      var sum = Checksum()
      sum.add(text)
      return sum.value
    }
    #expect(Set(sums).count == 4)
  }
}

@Suite struct EntryRowsTests {
  @Test(
    "Rows are read as they were written",
    arguments: [
      [1], [1, 2, 3], [7, 8, 1000, 1001], [-5, 0, 1 << 40], [1, 128, 129, 258, 16_643, 16_644],
      [.min, 0, .max - 1], [1, .max - 1],
    ])
  func rowsAreReadAsTheyWereWritten(rows: [Int64]) throws {
    var written = EntryRows(rows[0])
    for row in rows.dropFirst() { written.append(row) }
    let read = EntryRows(first: rows[0], gaps: written.gaps)
    if rows[0] == .min {
      // No file has such row numbers.
      #expect(read == nil)
    } else {
      #expect(read == written)
      #expect(read?.rows == rows)
      #expect(read?.last == rows.last)
      #expect(read?.count == rows.count)
    }
  }

  @Test("Gaps between consecutive rows are encoded as zeros") func rowsNextToEachOtherAreZeros()
    throws
  {
    // The second migration step relies on it.
    let read = try #require(EntryRows(first: 5, gaps: [0, 0, 0]))
    #expect(read.rows == [5, 6, 7, 8])
  }

  @Test(
    "Malformed gaps are refused",
    arguments: [
      [0x80], [1, 0xFF], [UInt8](repeating: 0xFF, count: 8) + [0x7F],
      [UInt8](repeating: 0xFF, count: 12) + [1], [UInt8](repeating: 0x80, count: 9) + [0],
    ])
  func whatWasNotWrittenSoIsRefused(gaps: [UInt8]) {
    #expect(EntryRows(first: 1, gaps: gaps) == nil)
    #expect(EntryRows(first: .max, gaps: gaps) == nil)
  }

  @Test("Any bytes are either read consistently or refused") func anythingIsReadOrRefused() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      let gaps = (0..<random.next(below: 24)).map { _ in UInt8(random.next(below: 256)) }
      let first = Int64(bitPattern: random.next(below: .max))
      if let read = EntryRows(first: first, gaps: gaps) {
        #expect(read.rows.count == read.count)
        #expect(read.rows.last == read.last)
        #expect(read.rows == read.rows.sorted())
      }
    }
  }
}

@Suite("Threads of a storage") struct StorageThreadTests {
  @Test("Threads of a storage block all signals but those of faults")
  func signals() {
    let blocked = Guarded<[Int32]>([])
    let isDone = DispatchSemaphore(value: 0)
    // A thread inherits the blocked signals of the thread that starts it.
    onSmallThread(kilobytes: 256) {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      do {
        try StorageThread.start {
          var signals = sigset_t()
          pthread_sigmask(SIG_BLOCK, nil, &signals)
          let asked = [SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT]
          blocked.withLock { $0 = asked.filter { sigismember(&signals, $0) == 1 } }
          isDone.signal()
        }
      } catch {
        isDone.signal()
      }
    }
    isDone.wait()
    #expect(blocked.withLock { $0 } == [SIGTERM, SIGINT, SIGHUP])
  }

  // In a process of its own, whose memory nobody else needs.
  @Test(
    "A thread that can't be started is not waited for, and leaks nothing",
    .enabled(if: !isSanitized, "A sanitizer needs memory itself."))
  func notStarted() async {
    await #expect(processExitsWith: .success) {
      let group = DispatchGroup()
      weak var captured: DispatchSemaphore?
      var failures: [StorageError] = []
      do {
        let semaphore = DispatchSemaphore(value: 0)
        captured = semaphore
        withoutMemory {
          do throws(StorageError) {
            try StorageThread.start(in: group) { semaphore.signal() }
          } catch {
            failures.append(error)
          }
        }
      }
      #expect(failures == [.unavailable("no thread can be started (\(EAGAIN))")])
      #expect(captured == nil)
      #expect(group.wait(timeout: .now()) == .success)
    }
  }
}

/// Has a closure called while the process may have no more memory, and so no further thread.
private func withoutMemory(_ body: () -> Void) {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
  var none = rlimit(rlim_cur: 1, rlim_max: limit.rlim_max)
  setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &none)
  body()
  setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
}

@Suite struct WorkQueueTests {
  @Test("The queue returns items in order, up to the limits")
  func itGivesItemsInOrderUpToTheLimits() throws {
    let queue = WorkQueue<Int>(maximumCount: 10)
    for number in 0..<9 { try queue.add(number, size: 10) }
    #expect(queue.take(count: 2) == [0, 1])
    #expect(queue.take(count: 9, bytes: 25) == [2, 3])
    #expect(queue.take(count: 9, bytes: 20) == [4, 5])
    #expect(queue.take(count: 9, bytes: 5) == [6])
    #expect(queue.take(count: 0) == [7])
    #expect(!queue.isEmpty)
    #expect(queue.take(count: 1) == [8])
    #expect(queue.isEmpty)
  }

  @Test("A queue that was emptied counts the bytes of its new items only")
  func sizesOfLaterItems() throws {
    let queue = WorkQueue<Int>(maximumCount: 10, maximumBytes: 100)
    for number in 0..<2 { try queue.add(number, size: 1) }
    #expect(queue.take(count: 9) == [0, 1])
    for number in 2..<4 { try queue.add(number, size: 50) }
    #expect(throws: StorageError.overloaded) { try queue.add(4, size: 1) }
    // So that the last one is not waited for, should it have been taken.
    queue.close()
    #expect(queue.take(count: 9, bytes: 60) == [2])
    #expect(queue.take(count: 9, bytes: 60) == [3])
  }

  @Test("Taken items no longer count against the limits")
  func sizesOfTheRest() throws {
    let queue = WorkQueue<Int>(maximumCount: 10, maximumBytes: 200)
    for (number, size) in [100, 1, 1, 60].enumerated() { try queue.add(number, size: size) }
    #expect(queue.take(count: 1) == [0])
    #expect(queue.take(count: 9, bytes: 50) == [1, 2])
    try queue.add(4, size: 140)
    #expect(throws: StorageError.overloaded) { try queue.add(5, size: 1) }
    #expect(queue.take(count: 9) == [3, 4])
  }

  @Test("The queue refuses items beyond its limits") func itRefusesWhatIsTooMuch() throws {
    let queue = WorkQueue<Int>(maximumCount: 3, maximumBytes: 100)
    try queue.add(0, size: 1000)
    #expect(throws: StorageError.overloaded) { try queue.add(1, size: 1) }
    #expect(queue.take(count: 1) == [0])
    try queue.add(1, size: 50)
    try queue.add(2, size: 50)
    #expect(throws: StorageError.overloaded) { try queue.add(3, size: 1) }
    try queue.add(3, size: 0)
    #expect(throws: StorageError.overloaded) { try queue.add(4, size: 0) }
    #expect(queue.take(count: 9) == [1, 2, 3])
  }

  @Test("A closed queue refuses new items and returns the remaining ones")
  func whenItIsClosedTheRestIsTaken() throws {
    let queue = WorkQueue<Int>(maximumCount: 3)
    try queue.add(1)
    queue.close()
    #expect(throws: StorageError.unavailable("it was closed")) { try queue.add(2) }
    #expect(queue.take(count: 9) == [1])
    #expect(queue.take(count: 9) == [])
  }

  @Test("A queue has room for one item at least")
  func smallest() throws {
    let queue = WorkQueue<Int>(maximumCount: 0)
    try queue.add(1)
    #expect(throws: StorageError.overloaded) { try queue.add(2) }
  }

  @Test("Each item reaches one of the waiting threads, and all of them end with the queue")
  func waitingThreads() throws {
    let queue = WorkQueue<Int>(maximumCount: 100)
    let taken = Guarded<[Int]>([])
    let threads = DispatchGroup()
    for _ in 0..<3 {
      try StorageThread.start(in: threads) {
        while true {
          let items = queue.take(count: 1)
          if items.isEmpty { return }
          taken.withLock { $0 += items }
        }
      }
    }
    for number in 0..<50 { try queue.add(number) }
    queue.close()
    threads.wait()
    #expect(taken.withLock { $0.sorted() } == Array(0..<50))
  }
}

#endif
