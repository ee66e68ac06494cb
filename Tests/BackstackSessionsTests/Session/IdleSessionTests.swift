import Backstack
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackSessions

@Suite("Idle sessions")
struct IdleSessionTests {
  /// Returns the number of bytes that each object needs. The allocator may add up to 16 bytes, when
  /// the rest would be too small for another object.
  private func sizes(of objects: AnyObject...) -> [Int] {
    objects.map { object in
      let metadata = unsafeBitCast(type(of: object), to: UnsafeRawPointer.self)
      // Sound: Swift's ABI fixes the layout of class metadata (docs/ABI/TypeMetadata.rst): after
      // kind, superclass, flags and address point, the instance size follows in 32 bits.
      return Int(metadata.load(fromByteOffset: 24, as: UInt32.self))
    }
  }

  // Exact, unlike the memory of the process; `make bench-server` measures the total.
  @Test("Apart from its store and state, a session needs four small objects")
  func objects() async throws {
    let sessions = ErrandSessions()
    let session = try #require(
      try await sessions.createEntry().session as? FeatureSession<Errands.State, Errands.Action>)
    let sizes = sizes(of: session, session.monitor, session.monitor.encoder, session.context)
    // Every object has a header of two words, so smaller values are not sizes.
    #expect(sizes.allSatisfy { $0 > 16 }, "\(sizes)")
    #expect(zip(sizes, [64, 232, 72, 88]).allSatisfy(<=), "\(sizes)")
  }

  @Test("The history of a session that is not used for ten seconds takes less memory, and stays")
  func history() async throws {
    let clock = ManualSteadyClock()
    let sessions = ErrandSessions(storage: MemoryStorage()) { $0.steadyClock = clock.now }
    let entry = try await sessions.createEntry()
    let session = try #require(
      entry.session as? FeatureSession<Errands.State, Errands.Action>)
    func kept() -> Int { session.monitor.journal.keptByteCount }
    let id = session.context.id.description
    var errand = Errand.State()
    errand.note = String(repeating: "a", count: 200)
    try await sessions.directory.send(
      action: Errands.Action.path(.push(id: 0, state: errand)), to: id)
    // Each reply has the state, so that the state of each version is kept.
    for _ in 0..<20 { _ = try await sessions.directory.send(#""add""#, to: id) }
    let history = session.versions(after: -1, limit: .max).entries.map(\.state)
    let whole = kept()
    clock.advance(by: 9)
    sessions.directory.sweep()
    #expect(kept() == whole)
    clock.advance(by: 1)
    sessions.directory.sweep()
    #expect(kept() * 2 < whole)
    #expect(session.versions(after: -1, limit: .max).entries.map(\.state) == history)
  }
}
