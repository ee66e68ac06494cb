import BackstackDemo
import BackstackService
import BackstackStorage

extension ProvokedError {
  static let ofStorages = [
    Self(
      "storage-unavailable",
      "Sessions can't be stored or read now. What was asked for is undone; the session goes on later."
    ) { _ in
      let storage = MemoryStorage()
      await storage.close()
      return try await elsewhere { $0.storage = storage }
    },
    Self(
      "unreadable-session",
      "The session is stored, but its feature is not hosted any more, or has another state by now."
    ) { _ in
      let storage = MemoryStorage()
      let path = try await ask(storage, hosting: "counters") { client in
        try await client.post("/sessions", #"{"feature":"counters"}"#)
      }.fields["location"]
      return try await ask(storage, hosting: "inventory") { client in
        try await client.get(path ?? "/nowhere")
      }
    },
  ]

  /// Asks a server that hosts one feature and stores its sessions.
  private static func ask(
    _ storage: MemoryStorage, hosting name: String, _ body: (CurlClient) async throws -> Answer
  ) async throws -> Answer {
    let clock = ManualClock()
    let setting = ErrorSetting.service { $0.storage = storage }.complete(clock)
    let server = try TestServer(
      features: demoFeatures.filter { $0.name == name }, configuration: setting.service,
      http: setting.http)
    let answer = try await body(server.makeClient())
    clock.advance(by: .seconds(3600))
    _ = try await server.shutDown()
    return answer
  }
}
