#if SQLite

import Testing

@testable import BackstackSQLite

/// When the write-ahead log is checkpointed, and on which thread.
@Suite struct CheckpointPlanTests {
  private var plan = CheckpointPlan(limit: 100)

  @Test mutating func aSmallLogStaysAsItIs() {
    for pages in [0, 1, 50, 99, 99] { #expect(plan.wrote(pages: pages) == nil) }
    #expect(!plan.isCheckpointing)
  }

  @Test mutating func mostIsCheckpointedInBackgroundAndTheRestByTheWriter() {
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
    #expect(plan.isCheckpointing)
    #expect(plan.wrote(pages: 150) == nil)
    #expect(plan.backgroundEnded(145, pages: 150) == .checkpointRest(waitsForReaders: false))
    #expect(!plan.isCheckpointing)
    plan.restEnded(pages: 150)
    // The log starts over.
    #expect(plan.wrote(pages: 3) == nil)
    #expect(plan.wrote(pages: 99) == nil)
    #expect(plan.wrote(pages: 101) == .checkpointInBackground)
  }

  @Test mutating func aLogThatHasBegunAnewHasNoRest() {
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
    #expect(plan.backgroundEnded(100, pages: 2) == nil)
    #expect(plan.wrote(pages: 99) == nil)
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
  }

  @Test mutating func whatIsWrittenMeanwhileIsCheckpointedInBackgroundToo() {
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
    #expect(plan.backgroundEnded(100, pages: 160) == .checkpointInBackground)
    #expect(plan.backgroundEnded(160, pages: 172) == .checkpointRest(waitsForReaders: false))
  }

  @Test mutating func whatIsWrittenTooFastIsCheckpointedByTheWriter() {
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
    #expect(plan.backgroundEnded(100, pages: 199) == .checkpointInBackground)
    #expect(plan.backgroundEnded(180, pages: 200) == .checkpointRest(waitsForReaders: false))
  }

  @Test mutating func whatReadersHoldIsNotTriedInBackgroundAgain() {
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
    #expect(plan.backgroundEnded(40, pages: 150) == .checkpointInBackground)
    #expect(plan.backgroundEnded(40, pages: 160) == .checkpointRest(waitsForReaders: false))
  }

  @Test mutating func whatFailsInBackgroundIsCheckpointedByTheWriter() {
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
    #expect(plan.backgroundEnded(nil, pages: 170) == .checkpointRest(waitsForReaders: false))
    #expect(!plan.isCheckpointing)
  }

  @Test mutating func commitsWaitForOneThatIsTooSlow() {
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
    #expect(plan.wrote(pages: 399) == nil)
    #expect(plan.wrote(pages: 400) == .awaitBackground)
    #expect(plan.backgroundEnded(100, pages: 400) == .checkpointRest(waitsForReaders: false))
  }

  @Test mutating func whatCouldNotBeCheckpointedIsTriedAgainWhenAsMuchWasWritten() {
    #expect(plan.wrote(pages: 100) == .checkpointInBackground)
    #expect(plan.backgroundEnded(nil, pages: 110) == .checkpointRest(waitsForReaders: false))
    plan.restEnded(pages: 110)
    #expect(plan.wrote(pages: 209) == nil)
    #expect(plan.wrote(pages: 210) == .checkpointInBackground)
  }

  @Test mutating func readersAreWaitedForWhenTheLogIsLarge() {
    var waits: [Int] = []
    for pages in 1...3000 {
      guard plan.wrote(pages: pages) != nil else { continue }
      let rest = plan.backgroundEnded(0, pages: pages)
      if rest == .checkpointRest(waitsForReaders: true) {
        waits.append(pages)
      } else {
        #expect(rest == .checkpointRest(waitsForReaders: false))
      }
      plan.restEnded(pages: pages)
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
    var (pages, checkpointed, largest, begun) = (0, 0, 0, 0)
    var seen: Int?
    for _ in 0..<5000 {
      if checkpointed == pages, pages > 0 { (pages, checkpointed, begun) = (0, 0, begun + 1) }
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
        case .checkpointInBackground:
          #expect(seen == nil)
          seen = pages
        case .awaitBackground:
          guard let at = seen else {
            Issue.record("There is no checkpoint to wait for.")
            return
          }
          seen = nil
          next = report(at)
        case .checkpointRest:
          #expect(seen == nil)
          checkpointed = pages
          plan.restEnded(pages: pages)
        }
      }
      #expect(plan.isCheckpointing == (seen != nil))
    }
    #expect(largest < CheckpointPlan.maximumBacklog * 100 + 10)
    #expect(begun > 30)

    func report(_ at: Int) -> CheckpointPlan.Step? {
      if failures > 0, random.next(below: 4) < failures {
        return plan.backgroundEnded(nil, pages: pages)
      }
      checkpointed = max(checkpointed, at)
      return plan.backgroundEnded(checkpointed, pages: pages)
    }
  }
}

#endif
