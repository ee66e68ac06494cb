import BackstackTestSupport
import Foundation
import Testing

@Suite("A simulated cluster")
struct SimulationTests {
  /// How many schedules each part runs.
  private static let count =
    1_000 * (ProcessInfo.processInfo.environment["BACKSTACK_SOAK"].flatMap { Int($0) } ?? 1)

  private static let lastWrites = (0..<300).map { Schedule.lastWrite(seed: $0) }
  private static let lateDeaths = (0..<300).map { Schedule.lateDeath(seed: $0) }

  @Test("Random faults lose, repeat and reorder nothing", arguments: 0..<2)
  func schedules(part: Int) throws {
    for seed in 0..<Self.count {
      try run(UInt64(seed * 2 + part))
    }
  }

  private func run(_ seed: UInt64) throws {
    let schedule = Schedule(seed: seed)
    guard !Simulation(schedule).run().isEmpty else { return }
    let shrunk = schedule.shrunk { !Simulation($0).run().isEmpty }
    let simulation = Simulation(shrunk, isRecording: true)
    let violations = simulation.run()
    let texts = ["\(shrunk)"] + violations + simulation.course.suffix(300)
    Issue.record("\(texts.joined(separator: "\n"))")
    try #require(Bool(false))
  }

  @Test("Each way to build it wrongly is noticed", arguments: Mutant.allCases)
  func mutants(_ mutant: Mutant) {
    func isNoticed(_ schedule: Schedule) -> Bool {
      !Simulation(schedule, mutant: mutant).run().isEmpty
    }
    let found =
      switch mutant {
      // They take more chance than the others: one of tens of thousands of random schedules.
      case .writesProveTooMuch: Self.lastWrites.contains(where: isNoticed)
      case .deathHasNoCondition: Self.lateDeaths.contains(where: isNoticed)
      default: (0..<UInt64(4_000)).contains { isNoticed(Schedule(seed: $0)) }
      }
    #expect(found)
  }

  @Test("A write of a dead node proves nothing to those who read later")
  func lastWrite() {
    for schedule in Self.lastWrites { #expect(Simulation(schedule).run() == []) }
  }

  @Test("A node that beats again just before it is declared dead is not")
  func lateDeath() {
    for schedule in Self.lateDeaths { #expect(Simulation(schedule).run() == []) }
  }
}
