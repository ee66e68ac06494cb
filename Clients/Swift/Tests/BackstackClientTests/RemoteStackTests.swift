import Foundation
import Observation
import Testing

@testable import BackstackClient

@MainActor
@Suite("A stack of a session")
struct RemoteStackTests {
  private let service = FakeService()

  private func path(_ ids: Int...) -> JSONValue {
    ["path": .array(ids.map { Self.element($0, .string("screen \($0)")) })]
  }

  private static func element(_ id: Int, _ state: JSONValue) -> JSONValue {
    ["id": .integer(Int64(id)), "state": state]
  }

  private func open(_ state: JSONValue) async throws -> (RemoteStack<String>, FakeService.Exchange)
  {
    let (session, stream) = try await service.open(state)
    return (await RemoteStack<String>(session), stream)
  }

  private func snapshotEvent(_ version: Int, _ state: JSONValue) throws -> String {
    let data = try JSONEncoder().encode(FakeService.snapshot(version, state))
    return "event: snapshot\nid: \(version)\ndata: \(String(decoding: data, as: UTF8.self))\n\n"
  }

  @Test("A swipe is shown at once, and stays when the service agrees")
  func swipe() async throws {
    let (stack, stream) = try await open(path(1, 2, 3))
    stack.path.removeLast(2)
    #expect(stack.path.map(\.id) == [1])
    let action = await service.next()
    #expect(action.request.content == Data(#"{"path":{"popFrom":{"id":2}}}"#.utf8))
    #expect(action.request.fields["If-Match"] == nil)
    // Another client has pushed a screen before the pop arrived.
    stream.send(try snapshotEvent(1, path(1, 2, 3, 4)))
    await stack.changes { stack[4] == nil }
    #expect(stack.path.map(\.id) == [1])
    try action.respond(FakeService.snapshot(2, path(1)))
    stream.send(try snapshotEvent(3, path(1, 5)))
    await stack.changes { stack.path.map(\.id) == [1, 5] }
    #expect(stack.error == nil)
  }

  @Test("A screen that the service does not close comes back, and the error says why")
  func refusal() async throws {
    let (stack, _) = try await open(path(1, 2))
    stack.path.removeLast()
    try await service.next().respond(["type": "/problems/invalid-value"], status: 422)
    await stack.changes { stack.error != nil }
    #expect(stack.path.map(\.id) == [1, 2])
    #expect(stack[2] == "screen 2")
    #expect(stack.error?.problem?.kind == "invalid-value")
    stack.path.removeLast()
    try await service.next().respond(FakeService.snapshot(1, path(1)))
    await stack.changes { stack.error == nil }
    #expect(stack.path.map(\.id) == [1])
  }

  @Test("A screen that the service has closed before is closed")
  func stale() async throws {
    let (stack, _) = try await open(path(1, 2))
    stack.path.removeLast()
    try await service.next().respond(["type": "/problems/stale-element"], status: 409)
    try await service.next().respond(FakeService.snapshot(1, path(1, 3)))
    await stack.changes { stack.path.map(\.id) == [1, 3] }
    #expect(stack.error == nil)
  }

  @Test("The path can't gain screens")
  func longerPath() async throws {
    let (stack, _) = try await open(path(1, 2))
    let (other, _) = try await open(path(7))
    stack.path += other.path
    #expect(stack.path.map(\.id) == [1, 2])
    #expect(stack.error == .impossiblePath)
  }

  @Test("While a transition runs, states change, but screens neither come nor go")
  func transition() async throws {
    let (stack, stream) = try await open(path(1, 2))
    stack.beginTransition()
    let state: JSONValue = [
      "path": [Self.element(1, "changed"), Self.element(3, "new")]
    ]
    stream.send(try snapshotEvent(1, state))
    await stack.changes { stack[1] == "changed" }
    #expect(stack.path.map(\.id) == [1, 2])
    #expect(stack[2] == "screen 2")
    #expect(stack.elements.count == 3)
    stack.endTransition()
    #expect(stack.path.map(\.id) == [1, 3])
    #expect(stack.elements.count == 2)
    #expect(stack[2] == nil)
  }

  @Test("What a response says is shown before its screen may come back")
  func noFlicker() async throws {
    let (documents, writer) = AsyncStream.makeStream(of: SessionDocument.self)
    let first = try SessionDocument(FakeService.snapshot(0, path(1, 2)))
    let after = try SessionDocument(FakeService.snapshot(2, path(1)))
    let (responses, response) = AsyncStream.makeStream(of: Void.self)
    let stack = RemoteStack<String>(at: "/path", first, documents) { _ in
      for await _ in responses {}
      return (.sent, after)
    }
    stack.path.removeLast()
    response.finish()
    await stack.changes { stack.path.count == stack.elements.count }
    #expect(stack.path.map(\.id) == [1])
    // What the sequence brings may be older than a response.
    writer.yield(try SessionDocument(FakeService.snapshot(1, path(1, 2))))
    writer.yield(try SessionDocument(FakeService.snapshot(3, path(1, 3))))
    await stack.changes { stack.path.count == 2 }
    #expect(stack.path.map(\.id) == [1, 3])
    #expect(stack.elements.count == 2)
  }

  @Test("A state without the stack shows no screens")
  func noStack() async throws {
    let (stack, _) = try await open([:])
    #expect(stack.path.isEmpty)
    #expect(stack.error == nil)
  }

  @Test("Screens of another type are an error")
  func unreadable() async throws {
    let (stack, _) = try await open(["path": [Self.element(1, 2)]])
    #expect(stack.path.isEmpty)
    guard case .unreadable = stack.error else {
      Issue.record("\(String(describing: stack.error))")
      return
    }
  }

  @Test("A stack that is not used any more reads nothing")
  func deinitialization() async throws {
    let (session, _) = try await service.open(path(1))
    var stack: RemoteStack<String>? = await RemoteStack(session)
    weak let weakStack = stack
    stack = nil
    #expect(weakStack == nil)
  }
}
