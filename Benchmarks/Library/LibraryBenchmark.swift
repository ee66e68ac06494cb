import BackstackHost

/// Compares features that use the library with manually written code for the same domain, in one
/// run.
@main
enum LibraryBenchmark {
  private static let sections: [(name: String, measure: @Sendable () -> Void)] = [
    ("elements", measureElementActions),
    ("push", measurePushAndPop),
    ("pop", measurePopOfAll),
    ("flight", measureEffectsInFlight),
    ("nesting", measureNesting),
    ("identity", measureIdentity),
    ("form", measureForm),
    ("dependencies", measureDependencies),
    ("effect", measureEffect),
    ("chain", measureChain),
    ("life", measureLife),
    ("screens", measureScreens),
    ("sharing", measureSharing),
  ]

  /// Measures the sections named as arguments, or all sections; with `serve`, hosts the features with and
  /// without shared values, so that the instructions of their actions can be counted.
  static func main() {
    let wanted = CommandLine.arguments.dropFirst()
    if wanted.first == "serve" {
      HostCommand.main(name: "Backstack", features: sharingFeatures)
    }
    print("CPU time of one repetition, the cheapest of several rounds.")
    for section in sections where wanted.isEmpty || wanted.contains(section.name) {
      section.measure()
    }
  }
}
