import BackstackDemo
import BackstackHost

/// Serves the features of the demo, and starts packages for other features.
@main
struct Demo: BackstackHost {
  static var name: String { "backstack" }
  static var features: [Feature] { demoFeatures }

  static func configure(_ host: inout HostConfiguration) throws {
    try host.addCommand("init", usage: InitCommand.usage, help: InitCommand.help) { arguments in
      try InitCommand(arguments).run()
    }
    try host.addCommand("play", usage: PlayCommand.usage, help: PlayCommand.help) { arguments in
      try PlayCommand(arguments).run()
    }
  }
}
