import BackstackDemo
import BackstackHost

/// Serves the features of the demo.
@main
struct Demo: BackstackHost {
  static var name: String { "backstack" }
  static var features: [Feature] { demoFeatures }
}
