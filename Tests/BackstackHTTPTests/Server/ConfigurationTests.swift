import BackstackPlatform
import Testing

@testable import BackstackHTTP

@Suite("The HTTP server's configuration")
struct ConfigurationTests {
  @Test("The default server is the documented one")
  func server() {
    let configuration = HTTPServerConfiguration()
    #expect(configuration.addresses == [.ip("127.0.0.1", port: 8080)])
    #expect(!configuration.reusesPort && configuration.raisesOpenFileLimit)
    #expect(configuration.loops == nil && configuration.serverName == nil)
    #expect(configuration.backlog == 1024)
    #expect(configuration.maximumConnections == 10_000)
    #expect(configuration.maximumConnectionsPerAddress == 5000)
    #expect(configuration.maximumUnfinishedBytes == ProcessMemory.limit.map { $0 / 8 })
    #expect(configuration.accessLog == nil && configuration.metrics == nil)
    #expect(!configuration.echoesRequestID)
  }

  @Test("The default limits are the documented ones")
  func limits() {
    let limits = HTTPServerConfiguration().limits
    #expect(limits.emptyLines == 2)
    #expect(limits.requestLineBytes == 8192)
    #expect(limits.targetBytes == 8000)
    #expect(limits.fieldLineBytes == 16_384)
    #expect(limits.fieldSectionBytes == 32_768)
    #expect(limits.fieldCount == 100)
    #expect(limits.bodyBytes == 1_048_576)
    #expect(limits.chunkExtensionBytes == 4096)
    #expect(limits.trailerSectionBytes == 8192)
    #expect(limits.trailerCount == 32)
  }

  @Test("The default limits of what flows on a connection are the documented ones")
  func flow() {
    let flow = HTTPServerConfiguration().flow
    #expect(flow.requestsPerConnection == 100_000)
    #expect(flow.bufferedInputBytes == 16_384)
    #expect(flow.outputBytes == 262_144)
    #expect(flow.streamBytes == 65_536)
    #expect(flow.discardedContentBytes == 262_144)
    #expect(flow.lingerBytes == 16_777_216)
    #expect(flow.minimumWriteRate == 500)
    #expect(flow.minimumReadRate == 500)
  }

  @Test("The default time-outs are the documented ones")
  func timeouts() {
    let timeouts = HTTPServerConfiguration().timeouts
    #expect(timeouts.header == .seconds(10))
    #expect(timeouts.body == .seconds(30))
    #expect(timeouts.response == .seconds(60))
    #expect(timeouts.idle == .seconds(60))
    #expect(timeouts.write == .seconds(30))
    #expect(timeouts.linger == .seconds(2))
    #expect(timeouts.drainQuiet == .milliseconds(100))
  }
}
