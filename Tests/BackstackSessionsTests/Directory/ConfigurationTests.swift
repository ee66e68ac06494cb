import BackstackPlatform
import Testing

@testable import BackstackSessions

@Suite("The configuration of sessions")
struct ConfigurationTests {
  @Test("The default sessions are the documented ones")
  func sessions() {
    let configuration = SessionConfiguration()
    #expect(configuration.idleTimeout == 3600)
    #expect(configuration.maximumIdleTimeout == 3600)
    #expect(configuration.memoryOfEndedSessions == 600)
    #expect(configuration.maximumSessions == 100_000)
    #expect(configuration.maximumStateBytes == 1_048_576)
    #expect(configuration.maximumMemory == ProcessMemory.limit.map { $0 / 4 * 3 })
    #expect(configuration.storage == nil)
    #expect(configuration.passivateAfter == 300)
    #expect(configuration.settleTimeout == 1)
    #expect(configuration.maximumWait == 60)
    #expect(configuration.quotas.isNone)
    #expect(configuration.crashReporting == nil)
    #expect(configuration.issueLinesPerSecond == 10)
  }

  @Test("The longest time to live is the usual one, unless it is set")
  func idleTimeouts() {
    var configuration = SessionConfiguration()
    configuration.idleTimeout = 60
    #expect(configuration.maximumIdleTimeout == 60)
    configuration.maximumIdleTimeout = 600
    configuration.idleTimeout = 30
    #expect(configuration.maximumIdleTimeout == 600 && configuration.idleTimeout == 30)
  }

  @Test("The default limits of a session are the documented ones")
  func limits() {
    let configuration = SessionConfiguration()
    #expect(configuration.journalLimits.entries == 200)
    #expect(configuration.journalLimits.bytes == 32_768)
    #expect(configuration.journalLimits.age == nil)
    #expect(configuration.journalLimits.snapshotBytesPerAction == 1024)
    #expect(configuration.answerLimits.keys == 100)
    #expect(configuration.answerLimits.bytes == 262_144)
    #expect(AnswerLimits.creations.keys == 10_000)
    #expect(AnswerLimits.creations.bytes == 16_777_216)
    #expect(configuration.effectLimits.actionsPerSecond == 10_000)
    #expect(configuration.effectLimits.inFlight == 1000)
  }

  @Test("The default limits of writes are known")
  func writes() {
    let limits = SessionConfiguration().writeLimits
    #expect(limits.clientWrites == 3072)
    #expect(limits.effectWrites == 1024)
    #expect(limits.bytes == 33_554_432)
    #expect(limits.clientsPerEffect == 8)
    #expect(limits.waitingClients == 10_000)
  }

  @Test("A limit of effects is at least 1")
  func leastEffects() {
    for number in [Int.min, 0, 1, 2] {
      let limits = EffectLimits(actionsPerSecond: number, inFlight: number)
      #expect(limits.actionsPerSecond == max(1, number))
      #expect(limits.inFlight == max(1, number))
    }
  }
}
