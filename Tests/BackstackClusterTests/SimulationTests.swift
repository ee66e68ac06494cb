import BackstackTestSupport
import Foundation
import Testing

@Suite("A simulated cluster")
struct SimulationTests {
  /// How many schedules each part runs.
  private static let count =
    1_000 * (ProcessInfo.processInfo.environment["BACKSTACK_SOAK"].flatMap { Int($0) } ?? 1)

  private static let lastWrites = (0..<300).map { Schedule.lastWrite(seed: $0) }

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
    let found =
      if mutant == .writesProveTooMuch {
        // It takes more chance than the others: one of fifty thousand random schedules shows it.
        Self.lastWrites.contains { !Simulation($0, mutant: mutant).run().isEmpty }
      } else {
        (0..<UInt64(4_000)).contains { seed in
          !Simulation(Schedule(seed: seed), mutant: mutant).run().isEmpty
        }
      }
    #expect(found)
  }

  @Test("A write of a dead node proves nothing to those who read later")
  func lastWrite() {
    for schedule in Self.lastWrites { #expect(Simulation(schedule).run() == []) }
  }
}
