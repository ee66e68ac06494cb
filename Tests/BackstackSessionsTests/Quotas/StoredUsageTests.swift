import Testing

@testable import BackstackSessions

@Suite("The stored sessions of a principal")
struct StoredUsageTests {
  private static let quotas: PrincipalQuotas = {
    var quotas = PrincipalQuotas()
    quotas.sessions = 3
    quotas.storedBytes = 100
    return quotas
  }()

  @Test("Usage is counted at first, when the count is old, and before a refusal")
  func counting() {
    var usage = StoredUsage(isStored: true)
    func step(_ time: Double, isCreation: Bool = true) -> StoredUsage.Step {
      usage.step(Self.quotas, isCreation: isCreation, at: time)
    }
    #expect(step(0) == .count && step(0, isCreation: false) == .count)
    let (isFirst, isSecond) = (usage.beginCount(), usage.beginCount())
    #expect(isFirst && !isSecond)
    usage.endCount((2, 50), at: 0)
    #expect(step(0) == .admit)
    usage.beginSession()
    #expect(step(0) == .refuse(.sessions))
    #expect(step(0, isCreation: false) == .admit)
    #expect(step(10) == .count)
    #expect(step(10, isCreation: false) == .admit)
    #expect(step(600, isCreation: false) == .count)
    // A count with a later time is not trusted either: the clock was set back.
    #expect(step(-600, isCreation: false) == .count)
    usage.addBytes(50)
    #expect(step(9, isCreation: false) == .refuse(.storedBytes))
    #expect(step(10, isCreation: false) == .count)
  }

  @Test("Changes during a count are never missed")
  func countingMeanwhile() {
    var usage = StoredUsage(isStored: true)
    usage.beginSession()
    usage.beginSession()
    _ = usage.beginCount()
    usage.endCreation(isStored: true)
    usage.addBytes(10)
    usage.endCount((5, 40), at: 0)
    // One of the two may be among the five; the other one is still being created.
    #expect(usage.sessionCount == 7)
    #expect(usage.byteCount == 50)
    usage.endCreation(isStored: false)
    #expect(usage.sessionCount == 6)
    _ = usage.beginCount()
    usage.addSessions(-1)
    usage.addBytes(-10)
    usage.endCount(nil, at: 5)
    #expect(usage.sessionCount == 5 && usage.byteCount == 40)
    _ = usage.beginCount()
    usage.endCount((4, 0), at: 6)
    #expect(usage.sessionCount == 4 && usage.byteCount == 0)
  }

  @Test("Without a storage, nothing is counted")
  func memory() {
    var usage = StoredUsage(isStored: false)
    for _ in 1...3 {
      #expect(usage.step(Self.quotas, isCreation: true, at: 1e9) == .admit)
      usage.beginSession()
      usage.endCreation(isStored: true)
    }
    #expect(usage.step(Self.quotas, isCreation: true, at: 2e9) == .refuse(.sessions))
    usage.addSessions(-1)
    #expect(usage.step(Self.quotas, isCreation: true, at: -2e9) == .admit)
  }
}
