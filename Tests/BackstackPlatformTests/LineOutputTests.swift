import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackPlatform

@Suite("Lines for a slow reader")
struct LineOutputTests {
  /// A pipe that has room for nothing more.
  private func fullPipe() throws -> (pipe: Pipe, size: Int) {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    var size = 0
    while FileDescriptor.waitUntilWritable(descriptor, milliseconds: 0) {
      size += FileDescriptor.write([UInt8](repeating: 0x2E, count: 4096), to: descriptor)
    }
    return (pipe, size)
  }

  private func line(_ number: Int) -> [UInt8] { Array("\(number)\n".utf8) }

  @Test(
    "Writing a line never waits, and the lines keep their order; of too many, some are dropped, and said to be"
  )
  func never() throws {
    let (pipe, size) = try fullPipe()
    let output = LineOutput(pipe.fileHandleForWriting.fileDescriptor)
    let count = LineOutput.capacity
    for number in 0..<(count + 7) { output.write(line(number)) { Array("\($0) dropped\n".utf8) } }
    output.finish(withinSeconds: 0)
    let reader = pipe.fileHandleForReading
    var read = try reader.read(upToCount: size) ?? Data()
    // The first line still waits for room when the last ones come.
    let whole = line(0) + Array("7 dropped\n".utf8) + (1..<count).flatMap(line)
    while read.count < size + whole.count {
      read += try #require(try reader.read(upToCount: size + whole.count - read.count))
    }
    #expect(Array(read.dropFirst(size)) == whole)
    output.finish(withinSeconds: 1000)
    // A line that is longer than what a pipe takes as a whole waits, too, and so do those after it.
    output.write([UInt8](repeating: 0x2D, count: 5000)) { _ in [] }
    output.write(line(9)) { _ in [] }
    output.finish(withinSeconds: 1000)
    let rest = try reader.read(upToCount: 5000 + 2) ?? Data()
    #expect(rest.count == 5002 && rest.suffix(2) == Data("9\n".utf8))
  }

  @Test("A line is written at once where there is room")
  func atOnce() throws {
    let pipe = Pipe()
    let output = LineOutput(pipe.fileHandleForWriting.fileDescriptor)
    output.write(line(1)) { _ in [] }
    #expect(try pipe.fileHandleForReading.read(upToCount: 2) == Data("1\n".utf8))
  }

  @Test("A pipe without a reader can't be opened to append to, and nobody waits for one")
  func withoutReader() throws {
    let folder = TemporaryFolder()
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: SystemError.self) { try FileDescriptor.openForAppending(path) }
    let file = try FileDescriptor.openForAppending(folder.file("file"))
    #expect(FileDescriptor.write(line(1), to: file) == 2)
    FileDescriptor.close(file)
  }
}
