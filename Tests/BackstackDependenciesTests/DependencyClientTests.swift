import BackstackDependencies
import BackstackTesting
import Testing

@DependencyClient
private struct UserClient: TestDependencyKey, Sendable {
  var fetch: @Sendable (_ id: Int) async throws -> String
  var save: @Sendable (_ name: String, _ id: Int) -> Void
  var delete: (@Sendable (Int) -> Void)
  var find: @Sendable (String) -> Int?
  var isOnline: @Sendable () -> Bool = { false }
  var log: @Sendable (String) throws -> Void
  @DependencyEndpoint(method: "rename")
  var renameByID: @Sendable (_ id: Int, _ to: inout String) -> Void
  @DependencyEndpoint(method: "rename")
  var renameByName: @Sendable (_ name: String, _ to: String) async -> String = { _, new in new }
  var transform: @Sendable (_ by: (Int) -> Int) -> Int = { transform in transform(1) }
  var count: nonisolated(nonsending) @Sendable (_ of: String) async throws -> Int
  var retries = 3
  var host: String?
  let version: Int

  static let testValue = UserClient(version: 1)

  init(version: Int, isOnline: Bool) {
    self.init(version: version)
    self.isOnline = { isOnline }
  }
}

extension DependencyValues {
  fileprivate var userClient: UserClient {
    get { self[UserClient.self] }
    set { self[UserClient.self] = newValue }
  }
}

@DependencyClient
public struct PublicClient: Sendable {
  public var ping: @Sendable (_ host: String) async throws -> Void
}

@Suite("Dependency clients")
struct DependencyClientTests {
  @Test("An unimplemented endpoint that throws reports an issue and throws")
  func throwing() async {
    @Dependency(\.userClient) var client
    let reported = await issues {
      await #expect(throws: Unimplemented("UserClient.fetch")) { try await client.fetch(1) }
      await #expect(throws: Unimplemented("UserClient.fetch")) { try await client.fetch(id: 1) }
      #expect(throws: Unimplemented("UserClient.log")) { try client.log("a") }
    }
    #expect(
      reported.map(\.message) == [
        "Unimplemented: 'UserClient.fetch'. Override it before you use it.",
        "Unimplemented: 'UserClient.fetch'. Override it before you use it.",
        "Unimplemented: 'UserClient.log'. Override it before you use it.",
      ])
  }

  @Test(
    "An unimplemented endpoint that can't throw reports an issue and returns its default or nil")
  func defaults() async {
    @Dependency(\.userClient) var client
    let reported = await issues {
      #expect(!client.isOnline())
      #expect(client.find("a") == nil)
      client.save(name: "a", id: 1)
      client.delete(1)
      #expect(client.transform(by: { $0 + 1 }) == 2)
    }
    #expect(
      reported.map { $0.message.split(separator: "'")[1] } == [
        "UserClient.isOnline", "UserClient.find", "UserClient.save", "UserClient.delete",
        "UserClient.transform",
      ])
  }

  @Test("An endpoint is overridden with its property, and called with its method")
  func overridden() async throws {
    let saved = LockIsolated<[String]>([])
    try await withDependencies {
      $0.userClient.fetch = { "user \($0)" }
      $0.userClient.save = { name, id in saved.withValue { $0.append("\(name) \(id)") } }
      $0.userClient.renameByID = { id, name in name += " \(id)" }
      $0.userClient.renameByName = { old, new in "\(old) \(new)" }
    } operation: {
      @Dependency(\.userClient) var client
      let user = try await client.fetch(id: 1)
      #expect(user == "user 1")
      client.save(name: "a", id: 2)
      var name = "a"
      client.rename(id: 7, to: &name)
      #expect(name == "a 7")
      #expect(await client.rename(name: "a", to: "b") == "a b")
    }
    #expect(saved.value == ["a 2"])
  }

  @Test("The memberwise initializer takes all endpoints; other properties have their defaults")
  func memberwise() async throws {
    let client = UserClient(
      fetch: { "\($0)" }, save: { _, _ in }, delete: { _ in }, find: { _ in 1 },
      isOnline: { true }, log: { _ in }, renameByID: { _, _ in }, renameByName: { old, _ in old },
      transform: { $0(2) }, count: { $0.count }, version: 5)
    #expect(try await client.fetch(id: 3) == "3")
    #expect(try await client.count(of: "abc") == 3)
    #expect(client.isOnline())
    #expect(client.retries == 3)
    #expect(client.host == nil)
    #expect(client.version == 5)
    #expect(UserClient(retries: 1, host: "h", version: 2).host == "h")
    #expect(UserClient(version: 2, isOnline: true).isOnline())
  }

  @Test("Without a store, an unimplemented endpoint's issue is located in the library")
  func location() async {
    let reported = await issues { try? await PublicClient().ping(host: "a") }
    #expect(reported.first?.location.fileID.description.hasPrefix("BackstackDependencies/") == true)
  }
}
