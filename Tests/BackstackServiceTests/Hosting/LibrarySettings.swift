import Backstack
import BackstackHTTP
import BackstackHost
import BackstackStorage

/// The last line of a `main.swift`, as the article has it.
func runLibrary() -> Never {
  HostCommand.main(features: LibraryHost.features, configure: LibraryHost.configure)
}

/// The settings that the article shows line by line.
func set(_ host: inout HostConfiguration) throws {
  host.service.adminAddresses = [.ip("127.0.0.1", port: 9090)]

  host.service.quotas.storedBytes = 16 << 20
  host.service.rateLimit = RateLimit(requestsPerSecond: 20, burst: 100)

  host.service.log = { line in print(line) }

  try host.addStorage("scratch", "NAME") { request in MemoryStorage() }
}
