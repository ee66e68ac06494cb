import Backstack
import BackstackDemo
import BackstackHTTP
import BackstackHost
import BackstackStorage

/// Serves the demo's features, one that crashes the process and one that pays, and has a storage,
/// options, a middleware, and a command of its own.
@main
struct Server: BackstackHost {
  static var features: [Feature] {
    let trap = Feature(
      "trap", initialState: Trap.State(path: StackState([.screen(Screen.State())]))
    ) {
      Trap()
    } view: {
      TrapView(store: $0)
    }
    return demoFeatures + [trap]
  }

  static func configure(_ host: inout HostConfiguration) throws {
    if let token = try host.option("--token", "TEXT", help: "refuse requests without it") {
      host.service.middleware.append(Doorkeeper(token: token))
    }
    let bank = try host.option(
      "--bank", "open|closed", help: "whether the bank confirms payments (default open)",
      expecting: "open or closed"
    ) { ["open": true, "closed": false][$0] }
    let limit = try host.option(
      "--work-limit", "SECONDS", help: "how long an action may take", expecting: "seconds"
    ) { Double($0) }
    if let limit {
      host.service.crashReporting = CrashReporting()
      host.service.crashReporting?.workLimit = limit
    }
    host.features.append(Checkout.feature(isBankOpen: bank ?? true))
    try host.addStorage("heap", "NAME") { request in
      if request.address == "broken" { throw CommandError("It is broken.") }
      return MemoryStorage()
    }
    try host.addCommand("count", usage: "WORD …", help: "prints how many words follow") { words in
      if words.isEmpty { throw CommandError("count needs a word.") }
      print(words.count)
      return 0
    }
  }
}

/// Refuses requests without a token.
struct Doorkeeper: HTTPMiddleware {
  let token: String

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    guard request.fields[.authorization] == token else {
      return responder.respond(HTTPResponse(status: .unauthorized))
    }
    next.respond(to: request, responder)
  }
}
