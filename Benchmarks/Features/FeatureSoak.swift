import BackstackDemo
import BackstackService
import BackstackServiceTesting
import Glibc

/// Looks for what a client could bring about in the demo's features, with other steps each time.
///
/// `FUZZ_SEED` repeats a run, `FUZZ_FEATURE` is the only feature then, and `FUZZ_MINUTES` says how long
/// it takes.
@main
struct FeatureSoak {
  static func main() async throws {
    var seed = number("FUZZ_SEED").map { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
    let end = ContinuousClock.now + .seconds(60 * (number("FUZZ_MINUTES") ?? 3))
    let name = getenv("FUZZ_FEATURE").map { String(cString: $0) }
    var isFine = true
    repeat {
      for feature in demoFeatures where name == nil || name == feature.name {
        let report = try await FeatureFuzzer(feature).run(seed: seed, sessions: 50, steps: 50)
        // In the process that tries steps nothing of this is reached.
        print("\(feature.name): \(report)")
        if !report.findings.isEmpty { isFine = false }
      }
      seed += 1
    } while isFine && ContinuousClock.now < end
    if !isFine { exit(1) }
  }

  private static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }
}
