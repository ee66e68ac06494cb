import BackstackDemo
import BackstackService
import BackstackServiceTesting
import Testing

@Suite("Fuzzing the demo features")
struct DemoFuzzTests {
  @Test("The fuzzer finds no mistake in the demo features", arguments: demoFeatures.map(\.name))
  func demo(name: String) async throws {
    let feature = try #require(demoFeatures.first { $0.name == name })
    let report = try await FeatureFuzzer(feature).run(seed: 1, sessions: 12, steps: 30)
    #expect(report.findings.isEmpty, "\(report)")
  }
}
