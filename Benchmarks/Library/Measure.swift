import Glibc

/// What one run of some work costs.
struct Cost {
  /// CPU time of the process, in nanoseconds.
  var time: Double
  /// Blocks of memory asked for.
  var allocations: Double
}

/// The CPU time that the process has used, in nanoseconds.
private func cpuTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Measures work side by side: in turns, many times, of which the cheapest counts, because noise
/// only ever adds.
///
/// - Parameters:
///   - repetitions: How often `work` repeats in itself what is measured.
///   - works: The works to compare.
/// - Returns: The cost of one repetition of each.
func measure(
  rounds: Int = 20, repetitions: Int, _ works: (() -> Void)...
) -> [Cost] {
  for work in works { work() }
  var best = works.map { _ in Cost(time: .infinity, allocations: .infinity) }
  for _ in 0..<rounds {
    for (index, work) in works.enumerated() {
      let allocations = allocationCount()
      let start = cpuTime()
      work()
      let time = (cpuTime() - start) / Double(repetitions)
      let allocated = Double(allocationCount() - allocations) / Double(repetitions)
      best[index].time = min(best[index].time, time)
      best[index].allocations = min(best[index].allocations, allocated)
    }
  }
  return best
}
