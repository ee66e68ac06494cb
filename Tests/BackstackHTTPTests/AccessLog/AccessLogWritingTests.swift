import BackstackPlatform
import BackstackTestSupport
import Foundation
import Glibc
import Testing

@testable import BackstackHTTP

@Suite("Writing the access log")
struct AccessLogWritingTests {
  private static func submit(_ text: String, lines: Int = 1, to queue: HTTPAccessLogQueue) {
    var buffer = Array(text.utf8)
    queue.submit(&buffer, lines: lines)
    #expect(buffer.isEmpty)
  }

  private func next(_ queue: HTTPAccessLogQueue) -> HTTPAccessLogQueue.Work {
    var work = HTTPAccessLogQueue.Work()
    queue.next(&work)
    return work
  }

  @Test("Lines beyond the capacity are dropped and counted; the rest keep their order")
  func bound() {
    let queue = HTTPAccessLogQueue(capacity: 10)
    Self.submit("one\n", to: queue)
    Self.submit("two\n", to: queue)
    Self.submit("a\nb\nc\n", lines: 3, to: queue)
    Self.submit("6\n", to: queue)
    let work = next(queue)
    #expect(work.chunks.map { String(decoding: $0, as: UTF8.self) } == ["one\n", "two\n", "6\n"])
    #expect(work.dropped == 3)
    #expect(queue.droppedCount == 3)
    // Lines that are being written still count.
    Self.submit("x\n", to: queue)
    #expect(queue.droppedCount == 4)
    queue.recycle(work.chunks[0])
    Self.submit("x\n", to: queue)
    let later = next(queue)
    #expect(later.chunks.count == 1)
    #expect(later.dropped == 1)
  }

  @Test("Buffers are recycled")
  func recycling() {
    let queue = HTTPAccessLogQueue(capacity: 1000)
    var buffer: [UInt8] = []
    buffer.reserveCapacity(300)
    buffer.append(0x61)
    queue.submit(&buffer, lines: 1)
    var work = next(queue)
    var chunk: [UInt8] = []
    swap(&chunk, &work.chunks[0])
    queue.recycle(chunk)
    chunk = []
    buffer.append(0x62)
    queue.submit(&buffer, lines: 1)
    #expect(buffer.isEmpty && buffer.capacity >= 300)
  }

  @Test("A log that is not read delays no one and reports its lost lines")
  func slowReader() throws {
    let ends = try #require(makePipe())
    let log = try HTTPAccessLog(.json, to: .descriptor(ends.writing), capacity: 1 << 20)
    // More than the capacity of the pipe and the queue: each chunk is taken or dropped at once.
    let chunk = String(repeating: "x", count: 99_999) + "\n"
    for _ in 0..<30 { Self.submit(chunk, to: log.queue) }
    #expect(log.droppedLines > 0)
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var (written, lost) = (0, 0)
    // Lost lines are reported as soon as there is room, possibly more than once.
    while written + lost < 30 {
      let count = read(ends.reading, &buffer, buffer.count)
      if count <= 0 { break }
      all += buffer[..<count]
      while let end = all.firstIndex(of: 0x0A) {
        let line = String(decoding: all[..<end], as: UTF8.self)
        all.removeSubrange(...end)
        if line.hasPrefix("x") {
          written += 1
        } else {
          lost += try #require(
            line.firstMatch(of: /^{"droppedLines":([0-9]+)}$/).flatMap { Int($0.1) })
        }
      }
    }
    #expect(lost == log.droppedLines)
    #expect(written + lost == 30)
    #expect(log.close())
    for end in [ends.reading, ends.writing] { close(end) }
  }

  @Test("A failing destination loses lines and nothing else")
  func brokenDestination() throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = try #require(makePipe())
    close(ends.reading)
    let log = try HTTPAccessLog(.json, to: .descriptor(ends.writing))
    Self.submit("a\nb\n", lines: 2, to: log.queue)
    #expect(log.close())
    #expect(log.droppedLines == 2)
    close(ends.writing)
  }

  @Test("A file is appended to, and reopened after it was moved away")
  func rotation() throws {
    let folder = TemporaryFolder()
    folder.write("before\n", to: "log")
    let log = try HTTPAccessLog(.text, to: .file(folder.file("log")))
    Self.submit("one\n", to: log.queue)
    while folder.text("log") != "before\none\n" { sched_yield() }
    rename(folder.file("log"), folder.file("old"))
    log.reopen()
    Self.submit("two\n", to: log.queue)
    #expect(log.close())
    #expect(folder.text("old") == "before\none\n")
    #expect(folder.text("log") == "two\n")
    #expect(folder.status("log").map { $0.st_mode & 0o007 } == 0)
    Self.submit("late\n", to: log.queue)
    #expect(log.droppedLines == 1)
    #expect(log.close())
  }

  @Test("A destination that fails says so once, until it works again")
  func failures() throws {
    let messages = Guarded<[String]>([])
    let log = try HTTPAccessLog(.json, to: .file("/dev/full")) { message in
      messages.withLock { $0.append(message) }
    }
    for _ in 0..<3 { Self.submit("lost\n", to: log.queue) }
    while log.droppedLines < 3 { sched_yield() }
    Self.submit("lost\n", to: log.queue)
    #expect(log.close())
    #expect(
      messages.withLock { $0 }
        == ["Cannot write the access log: No space left on device. Its lines are lost."])
  }

  @Test("A file that can't be reopened says so, and the one that is open gets the lines")
  func failedReopening() throws {
    let folder = TemporaryFolder()
    let messages = Guarded<[String]>([])
    let path = folder.file("log")
    let log = try HTTPAccessLog(.text, to: .file(path)) { message in
      messages.withLock { $0.append(message) }
    }
    rename(path, folder.file("old"))
    mkdir(path, 0o700)
    log.reopen()
    Self.submit("one\n", to: log.queue)
    #expect(log.close())
    #expect(folder.text("old") == "one\n")
    #expect(
      messages.withLock { $0 } == [
        "Cannot reopen the access log \(path): Is a directory. The file that is open gets the lines."
      ])
  }

  @Test("A file that can't be opened is a one-line error")
  func unopenable() {
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPAccessLog(.json, to: .file("/nowhere/log"))
    }
    #expect(
      error?.message == "Cannot open the access log /nowhere/log: No such file or directory.")
  }

  @Test("A log that has ended leaves no open file behind; one for a descriptor leaves that open")
  func closes() throws {
    let folder = TemporaryFolder()
    let path = folder.file("access.log")
    func isOpen() throws -> Bool {
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return descriptors.contains { descriptor in
        let file = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/" + descriptor)
        return file == path
      }
    }
    func use(_ destination: HTTPAccessLogDestination) throws {
      var output = try HTTPAccessLogOutput(destination)
      #expect(output.write([0x61]) == 1)
      try output.reopen()
      #expect(output.write([0x62]) == 1)
      #expect(try isOpen())
    }
    try use(.file(path))
    #expect(try !isOpen())
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    try use(.descriptor(descriptor))
    #expect(try isOpen())
    #expect(close(descriptor) == 0)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == Array("abab".utf8))
  }
}
