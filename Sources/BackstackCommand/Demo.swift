import BackstackDemo
import BackstackHTTP
import BackstackHost
import BackstackStage
import BackstackWeb
import DemoSources

/// Serves the features of the demo, starts packages for other features, and judges clients.
@main
struct Demo: BackstackHost {
  static var name: String { "backstack" }
  static var features: [Feature] { demoFeatures }

  static func configure(_ host: inout HostConfiguration) throws {
    let stage = try host.option(
      "--stage", "on|off|kill",
      help: """
        show what goes over the wire, the stack and the source
        beside the screens at /app/; kill: with a button that
        kills the server, which starts again, unless other
        machines can reach it (default on)
        """,
      expecting: "on, off or kill"
    ) { ["on", "off", "kill"].contains($0) ? $0 : nil }
    host.require("the built-in pages, without --web", for: "--stage") {
      $0.service.webFiles?.asset("sources.json", in: "stage") != nil
    }
    host.service.webFiles = host.service.webFiles?.adding(demo_pages().texts)
    if stage != "off" {
      let kills = stage == "kill" && KillSwitch.isFit(for: host.http.addresses)
      if kills { host.service.innermostMiddleware.append(KillSwitch()) }
      host.service.webFiles = host.service.webFiles?.staged(
        sources: demo_sources().texts, kills: kills)
    }
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
