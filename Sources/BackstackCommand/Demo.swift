import BackstackDemo
import BackstackHost

/// Serves the features of the demo, starts packages for other features, and judges clients.
@main
struct Demo: BackstackHost {
  static var name: String { "backstack" }
  static var features: [Feature] { demoFeatures }

  static func configure(_ host: inout HostConfiguration) throws {
    try host.addCommand("init", usage: InitCommand.usage, help: InitCommand.help) { arguments in
      try InitCommand(arguments).run()
    }
    try host.addCommand(
      "conformance", usage: ConformanceCommand.usage, help: ConformanceCommand.help
    ) { arguments in
      try ConformanceCommand(arguments).run()
    }
  }
}
