import BackstackPlatform
import Testing

@testable import BackstackHTTP

/// A pool whose choices a test compares.
private final class Pool {
  private var pool = HTTPClientPool(maximumConnections: 2, maximumWaiting: 1, idleTime: .seconds(5))

  func choose(_ request: UInt64, _ address: HTTPServerAddress) -> HTTPClientPool.Choice {
    pool.choose(for: request, to: address)
  }

  func noteIdle(_ number: UInt64, _ address: HTTPServerAddress, at seconds: Int64 = 0) {
    pool.noteIdle(number, to: address, at: MonotonicInstant(nanoseconds: seconds * 1_000_000_000))
  }

  func noteClosed(_ number: UInt64, _ address: HTTPServerAddress) {
    pool.noteClosed(number, to: address)
  }

  func nextWaiting(_ address: HTTPServerAddress) -> UInt64? { pool.nextWaiting(for: address) }

  func outdated(at seconds: Int64) -> [UInt64] {
    pool.outdated(at: MonotonicInstant(nanoseconds: seconds * 1_000_000_000))
  }
}

@Suite("Content that a client passes on")
struct ClientContentTests {
  @Test("Once there is no room, the reader is waited for until it has read everything")
  func pause() {
    let resumed = Box(0)
    let content = HTTPClientContent(resume: { resumed.update { $0 += 1 } }, abandon: {})
    #expect(content.append(Array(repeating: 1, count: 60_000)))
    #expect(!content.append(Array(repeating: 1, count: 10_000)))
    var output: [UInt8] = []
    #expect(content.produce(into: &output, upTo: 40_000) == .more)
    // There is room again, but the client has stopped reading.
    #expect(!content.append([2]))
    #expect(resumed.value == 0)
    #expect(content.produce(into: &output, upTo: 40_000) == .waiting)
    #expect(output.count == 70_001 && resumed.value == 1)
    #expect(content.append([3]))
    content.end(isComplete: true)
    #expect(content.produce(into: &output, upTo: 40_000) == .end)
    #expect(resumed.value == 1)
  }
}

@Suite("A client's pool of connections")
struct ClientPoolTests {
  private let one = HTTPServerAddress(host: "127.0.0.1", port: 1)
  private let two = HTTPServerAddress(host: "127.0.0.1", port: 2)

  @Test("Connections are opened up to a limit, then requests wait up to another")
  func limits() {
    let pool = Pool()
    #expect(pool.choose(1, one) == .open(1))
    #expect(pool.choose(2, one) == .open(2))
    #expect(pool.choose(3, two) == .open(3))
    #expect(pool.choose(4, one) == .wait)
    #expect(pool.choose(5, one) == .refuse)
    #expect(pool.nextWaiting(one) == nil)
    pool.noteIdle(1, one)
    #expect(pool.nextWaiting(one) == 4)
    #expect(pool.choose(4, one) == .use(1))
    #expect(pool.nextWaiting(one) == nil)
  }

  @Test("The connection that was used last is used next, and the others time out")
  func idle() {
    let pool = Pool()
    #expect(pool.choose(1, one) == .open(1))
    #expect(pool.choose(2, one) == .open(2))
    pool.noteIdle(1, one, at: 0)
    pool.noteIdle(2, one, at: 3)
    #expect(pool.outdated(at: 4).isEmpty)
    #expect(pool.outdated(at: 5) == [1])
    #expect(pool.choose(3, one) == .use(2))
    pool.noteClosed(1, one)
    #expect(pool.choose(4, one) == .open(3))
  }

  @Test("A closed connection makes room for a request that waits")
  func closed() {
    let pool = Pool()
    _ = pool.choose(1, one)
    _ = pool.choose(2, one)
    #expect(pool.choose(3, one) == .wait)
    pool.noteClosed(2, one)
    #expect(pool.nextWaiting(one) == 3)
    #expect(pool.choose(3, one) == .open(3))
  }
}
