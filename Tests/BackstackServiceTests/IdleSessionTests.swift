import Glibc
import Testing

@testable import BackstackService

@Suite("Idle sessions", .timeLimit(.minutes(20)))
struct IdleSessionTests {
  private typealias UsableSize = @convention(c) (UnsafeMutableRawPointer) -> Int

  /// How many bytes the allocator has given each object: up to 15 more than it needs.
  private func sizes(of objects: AnyObject...) throws -> [Int] {
    // No module of the system's has it.
    let function = try #require(dlsym(nil, "malloc_usable_size"))
    // Sound: that is its type, and an object is where the allocator has put it.
    let usableSize = unsafeBitCast(function, to: UsableSize.self)
    return objects.map { usableSize(Unmanaged.passUnretained($0).toOpaque()) }
  }

  // Exact, unlike the memory of the process: `make bench-server` shows what all of it comes to.
  @Test("What a session has beside its store and its state fits into four small objects")
  func objects() async throws {
    let service = ErrandService()
    let path = await service.create()
    let session = try #require(
      service.client.session(path) as? FeatureSession<Errands.State, Errands.Action>)
    let sizes = try sizes(
      of: session, session.monitor, session.monitor.encoder, session.context)
    #expect(zip(sizes, [72, 232, 72, 72]).allSatisfy(<=), "\(sizes)")
  }
}
