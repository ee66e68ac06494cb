import BackstackDemo
import BackstackService
import BackstackServiceTesting
import Glibc

/// A program that fuzzes the demo's features, with different steps each time.
///
/// `FUZZ_SEED` repeats a run, `FUZZ_FEATURE` restricts it to one feature, and `FUZZ_MINUTES` sets
/// the duration.
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
        // The child process that performs the steps never reaches this line.
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
