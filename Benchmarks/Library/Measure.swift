import Glibc

/// What one repetition of some work costs.
struct Cost {
  /// CPU time of the process, in nanoseconds.
  var time: Double
  /// Blocks of memory asked for.
  var allocations: Double

  static let unknown = Cost(time: .infinity, allocations: .infinity)

  /// The cheaper of both, in each respect: noise only ever adds.
  func cheaper(_ other: Cost) -> Cost {
    Cost(time: min(time, other.time), allocations: min(allocations, other.allocations))
  }
}

/// Work that is measured: it repeats in itself what is asked for.
typealias Work = (_ repetitions: Int) -> Void

/// Measures work side by side: in turns, of which the cheapest counts.
///
/// - Parameters:
///   - rounds: How often each work is done, once more than it is measured.
///   - repetitions: How often a work repeats what is measured.
/// - Returns: The cost of one repetition of each.
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

/// The CPU time that the process has used, in nanoseconds.
private func cpuTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
