#if SQLite

import Testing

@testable import BackstackSQLite

/// When the write-ahead log is checkpointed, and on which thread.
@Suite struct CheckpointPlanTests {
  private var plan = CheckpointPlan(limit: 100)

  @Test mutating func aSmallLogStaysAsItIs() {
    for pages in [0, 1, 50, 99, 99] { #expect(plan.wrote(pages: pages) == nil) }
    #expect(!plan.isMovingBeside)
  }

  @Test mutating func mostIsMovedBesideTheWriterAndTheRestByIt() {
    #expect(plan.wrote(pages: 100) == .moveBeside)
    #expect(plan.isMovingBeside)
    #expect(plan.wrote(pages: 150) == nil)
    #expect(plan.movedBeside(145, pages: 150) == .moveRest(waitsForReaders: false))
    #expect(!plan.isMovingBeside)
    plan.movedRest(pages: 150)
    // The log starts over.
    #expect(plan.wrote(pages: 3) == nil)
    #expect(plan.wrote(pages: 99) == nil)
    #expect(plan.wrote(pages: 101) == .moveBeside)
  }

  @Test mutating func aLogThatHasBegunAnewHasNoRest() {
    #expect(plan.wrote(pages: 100) == .moveBeside)
    #expect(plan.movedBeside(100, pages: 2) == nil)
    #expect(plan.wrote(pages: 99) == nil)
    #expect(plan.wrote(pages: 100) == .moveBeside)
  }

  @Test mutating func whatIsWrittenMeanwhileIsMovedBesideToo() {
    #expect(plan.wrote(pages: 100) == .moveBeside)
    #expect(plan.movedBeside(100, pages: 160) == .moveBeside)
    #expect(plan.movedBeside(160, pages: 172) == .moveRest(waitsForReaders: false))
  }

  @Test mutating func whatIsWrittenFasterThanItIsMovedIsMovedByTheWriter() {
    #expect(plan.wrote(pages: 100) == .moveBeside)
    #expect(plan.movedBeside(100, pages: 199) == .moveBeside)
    #expect(plan.movedBeside(180, pages: 200) == .moveRest(waitsForReaders: false))
  }

  @Test mutating func whatReadersHoldIsNotMovedBesideAgain() {
    #expect(plan.wrote(pages: 100) == .moveBeside)
    #expect(plan.movedBeside(40, pages: 150) == .moveBeside)
    #expect(plan.movedBeside(40, pages: 160) == .moveRest(waitsForReaders: false))
  }

  @Test mutating func whatFailsBesideIsMovedByTheWriter() {
    #expect(plan.wrote(pages: 100) == .moveBeside)
    #expect(plan.movedBeside(nil, pages: 170) == .moveRest(waitsForReaders: false))
    #expect(!plan.isMovingBeside)
  }

  @Test mutating func commitsWaitForOneThatIsTooSlow() {
    #expect(plan.wrote(pages: 100) == .moveBeside)
    #expect(plan.wrote(pages: 399) == nil)
    #expect(plan.wrote(pages: 400) == .awaitBeside)
    #expect(plan.movedBeside(100, pages: 400) == .moveRest(waitsForReaders: false))
  }

  @Test mutating func whatCouldNotBeMovedIsTriedAgainWhenAsMuchWasWritten() {
    #expect(plan.wrote(pages: 100) == .moveBeside)
    #expect(plan.movedBeside(nil, pages: 110) == .moveRest(waitsForReaders: false))
    plan.movedRest(pages: 110)
    #expect(plan.wrote(pages: 209) == nil)
    #expect(plan.wrote(pages: 210) == .moveBeside)
  }

  @Test mutating func readersAreWaitedForWhenTheLogIsLarge() {
    var waits: [Int] = []
    for pages in 1...3000 {
      guard plan.wrote(pages: pages) != nil else { continue }
      let rest = plan.movedBeside(0, pages: pages)
      if rest == .moveRest(waitsForReaders: true) {
        waits.append(pages)
      } else {
        #expect(rest == .moveRest(waitsForReaders: false))
      }
      plan.movedRest(pages: pages)
    }
    // Readers are not waited for after each commit.
    #expect(waits == Array(stride(from: 1600, through: 3000, by: 100)))
  }

  @Test("The limit is at least one page") func thereIsALimit() {
    #expect(CheckpointPlan(limit: 0).limit == 1)
    #expect(CheckpointPlan(limit: -5).limit == 1)
  }

  /// Simulates a log, and a checkpoint thread that is fast or slow.
  @Test(arguments: 0..<200)
  mutating func theLogHasAnEnd(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let slowness = 1 + random.next(below: 60)
    let failures = random.next(below: 3)
    var (pages, moved, largest, begun) = (0, 0, 0, 0)
    var seen: Int?
    for _ in 0..<5000 {
      if moved == pages, pages > 0 { (pages, moved, begun) = (0, 0, begun + 1) }
      pages += 1 + Int(random.next(below: 8))
      largest = max(largest, pages)
      var next: CheckpointPlan.Step?
      if let at = seen, random.next(below: slowness) == 0 {
        seen = nil
        next = report(at)
      } else {
        next = plan.wrote(pages: pages)
      }
      while let step = next {
        next = nil
        switch step {
        case .moveBeside:
          #expect(seen == nil)
          seen = pages
        case .awaitBeside:
          guard let at = seen else {
            Issue.record("There is no checkpoint to wait for.")
            return
          }
          seen = nil
          next = report(at)
        case .moveRest:
          #expect(seen == nil)
          moved = pages
          plan.movedRest(pages: pages)
        }
      }
      #expect(plan.isMovingBeside == (seen != nil))
    }
    #expect(largest < CheckpointPlan.mostAhead * 100 + 10)
    #expect(begun > 30)

    func report(_ at: Int) -> CheckpointPlan.Step? {
      if failures > 0, random.next(below: 4) < failures {
        return plan.movedBeside(nil, pages: pages)
      }
      moved = max(moved, at)
      return plan.movedBeside(moved, pages: pages)
    }
  }
}

#endif
