import BackstackTestSupport
import Testing

@testable import BackstackHTTP

@Suite("Content that a task writes")
struct WrittenContentTests {
  private let started = AsyncStream<HTTPBodyWriter>.makeStream()

  /// A source whose task yields its writer and continues until it is cancelled.
  private func source(capacity: Int) -> WriterSource {
    WriterSource(capacity: capacity) { [started] writer in
      started.continuation.yield(writer)
      for await _ in AsyncStream<Never>.makeStream().stream {}
    }
  }

  private func writer() async throws -> HTTPBodyWriter {
    var writers = started.stream.makeAsyncIterator()
    return try #require(await writers.next())
  }

  private func waker() -> HTTPStreamWaker {
    HTTPStreamWaker(responseSink: RecordingSink(), token: 1, number: 1)
  }

  /// Returns once there is content.
  private func untilWritten(_ source: WriterSource) async {
    var none: [UInt8] = []
    while source.produce(into: &none, upTo: 0) != .more { await letOthersWork() }
  }

  @Test("The writer knows that the server drains, even after the stream has ended")
  func draining() async throws {
    let source = source(capacity: 4)
    source.start(waker())
    let writer = try await writer()
    #expect(!writer.isDraining)
    source.drain()
    #expect(writer.isDraining)
    source.finish(.cancelled)
    #expect(writer.isDraining)
  }

  @Test("A waiting write ends with the stream, and later writes are refused")
  func ending() async throws {
    let source = source(capacity: 4)
    source.start(waker())
    let writer = try await writer()
    let waiting = Task { try await writer.write("12345") }
    await untilWritten(source)
    source.finish(.cancelled)
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await #expect(throws: CancellationError.self) { try await writer.write("6") }
    var output: [UInt8] = []
    #expect(source.produce(into: &output, upTo: 100) == .failed)
    #expect(output.isEmpty)
  }

  @Test("A write ends once the pending bytes fit in the buffer, and no earlier")
  func room() async throws {
    let source = source(capacity: 4)
    source.start(waker())
    let writer = try await writer()
    let isWritten = Box(false)
    let waiting = Task {
      try await writer.write("123456")
      isWritten.set(true)
    }
    await untilWritten(source)
    var output: [UInt8] = []
    #expect(source.produce(into: &output, upTo: 1) == .more)
    for _ in 0..<100 { await Task.yield() }
    #expect(!isWritten.value)
    #expect(source.produce(into: &output, upTo: 1) == .more)
    try await waiting.value
    #expect(source.produce(into: &output, upTo: 100) == .waiting)
    #expect(output == Array("123456".utf8))
    source.finish(.complete)
  }
}
