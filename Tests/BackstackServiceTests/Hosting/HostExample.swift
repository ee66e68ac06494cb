import Backstack
import BackstackHost
import BackstackStorage

// example begins
struct Reception: BackstackHost {
  static var features: [Feature] { [validatedGuestbook()] }

  static func configure(_ host: inout HostConfiguration) throws {
    host.service.middleware.append(Authentication())
    let ids = try host.option(
      "--ids", "random|counted", help: "how ids are made (default random)",
      expecting: "random or counted"
    ) { ["random": false, "counted": true][$0] }
    if ids == true { host.overrideDependencies { $0.uuid = .incrementing } }
    try host.addStorage("scratch", "NAME") { request in MemoryStorage() }
    try host.addCommand("greet", usage: "NAME", help: "prints a greeting") { arguments in
      guard let name = arguments.first else { throw CommandError("greet needs a name.") }
      print("Welcome, \(name)!")
      return 0
    }
  }
}
// example ends
