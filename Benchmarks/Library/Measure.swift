import Glibc

/// The cost of one repetition.
struct Cost {
  /// The CPU time of the process, in nanoseconds.
  var time: Double
  /// The number of allocated memory blocks.
  var allocations: Double

  static let unknown = Cost(time: .infinity, allocations: .infinity)

  /// Returns the minimum of each value: noise only ever adds.
  func cheaper(_ other: Cost) -> Cost {
    Cost(time: min(time, other.time), allocations: min(allocations, other.allocations))
  }
}

/// A closure that repeats the measured work a number of times.
typealias Work = (_ repetitions: Int) -> Void

/// Measures several closures in alternation, and returns the lowest cost of each.
///
/// - Parameters:
///   - rounds: The number of rounds, the first of which is not measured.
///   - repetitions: The number of repetitions per round.
/// - Returns: The cost of one repetition of each closure.
func measure(rounds: Int = 15, repetitions: Int, _ works: [Work]) -> [Cost] {
  for work in works { work(repetitions) }
  var costs = works.map { _ in Cost.unknown }
  for _ in 1..<rounds {
    for (index, work) in works.enumerated() {
      let allocations = allocationCount()
      let start = cpuTime()
      work(repetitions)
      let time = cpuTime() - start
      let allocated = allocationCount() - allocations
      costs[index] = costs[index].cheaper(
        Cost(
          time: time / Double(repetitions), allocations: Double(allocated) / Double(repetitions)))
    }
  }
  return costs
}

/// Returns the CPU time of the process, in nanoseconds.
private func cpuTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
