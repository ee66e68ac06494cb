import BackstackTestSupport
import Testing

@testable import BackstackPlatform

@Suite("Processes")
struct ProcessTests {
  private func shell(_ script: String, errors: Int32, sharing: Int32) throws -> SpawnedProcess {
    try SpawnedProcess(
      program: "/bin/sh", arguments: ["sh", "-c", script], environment: ["WORD=answer"],
      standardError: errors, sharing: sharing)
  }

  @Test("A process that is started has the given environment and descriptors, and its end is known")
  func spawns() throws {
    let errors = try FileDescriptor.openTemporary()
    let (own, other) = try StreamSocket.pair()
    let process = try shell(
      "echo $WORD >&3; echo problem >&2; exit 3", errors: errors, sharing: other)
    FileDescriptor.close(other)
    #expect(process.waitForEnd() == .exit(3))
    #expect(process.waitForEnd() == .exit(3))
    #expect(FileDescriptor.waitUntilReadable(own, milliseconds: -1))
    var buffer = [UInt8](repeating: 0, count: 16)
    let received = buffer.withUnsafeMutableBufferPointer {
      StreamSocket.receive(own, into: $0, upTo: $0.count)
    }
    #expect(received == .bytes(7) && buffer.starts(with: "answer\n".utf8))
    #expect(try FileDescriptor.end(of: errors, upTo: 100) == Array("problem\n".utf8))
    #expect(try FileDescriptor.end(of: errors, upTo: 4) == Array("lem\n".utf8))
    try FileDescriptor.removeAll(from: errors)
    #expect(try FileDescriptor.end(of: errors, upTo: 100) == [])
    FileDescriptor.close(own)
    FileDescriptor.close(errors)
  }

  @Test("A process that is killed ends by a signal; a program that is missing can't be started")
  func kills() throws {
    let errors = try FileDescriptor.openTemporary()
    let (own, other) = try StreamSocket.pair()
    let process = try shell("read word <&3", errors: errors, sharing: other)
    #expect(ProcessFiles.residentBytes(ofProcess: process.id) > 0)
    #expect(!FileDescriptor.waitUntilReadable(own, milliseconds: 0))
    process.kill()
    #expect(process.waitForEnd() == .signal(9))
    #expect(SystemProcess.text(ofSignal: 9) == "Killed")
    #expect(ProcessFiles.residentBytes(ofProcess: process.id) == 0)
    #expect(!ProcessFiles.isAsleep(process: process.id))
    #expect(throws: SystemError.noSuchFile) {
      try SpawnedProcess(
        program: "/missing", arguments: ["missing"], environment: [], standardError: errors,
        sharing: other)
    }
    for descriptor in [own, other, errors] { FileDescriptor.close(descriptor) }
  }

  @Test("A process knows its program, its arguments and its threads")
  func ownFiles() throws {
    #expect(ProcessFiles.executable.hasPrefix("/"))
    #expect(!ProcessFiles.arguments.isEmpty)
    #expect(ProcessFiles.environment.contains { $0.hasPrefix("PATH=") })
    #expect(SystemProcess.environment("PATH") != nil)
    #expect(ProcessFiles.largestDescriptor >= FileDescriptor.standardError)
    // The thread that asks is not among the others, who ask in turn.
    let all = Guarded<[Set<Int>]>([])
    onSmallThread(kilobytes: 256) {
      let others = Set(ProcessFiles.otherThreads)
      all.withLock { $0.append(others) }
      onSmallThread(kilobytes: 256) {
        let others = Set(ProcessFiles.otherThreads)
        all.withLock { $0.append(others) }
      }
    }
    let (outer, inner) = (all.withLock { $0[0] }, all.withLock { $0[1] })
    #expect(!inner.subtracting(outer).isEmpty)
  }

  @Test("Only a regular file is opened for records")
  func records() throws {
    let folder = TemporaryFolder()
    #expect(try FileDescriptor.openForRecords("/dev/null") == nil)
    #expect(throws: SystemError.self) { try FileDescriptor.openForRecords(folder.path) }
    let descriptor = try #require(try FileDescriptor.openForRecords(folder.file("records")))
    #expect(FileDescriptor.write([1, 2, 3], to: descriptor) == 3)
    #expect(try FileDescriptor.end(of: descriptor, upTo: 2) == [2, 3])
    FileDescriptor.close(descriptor)
  }
}
