import Testing

@testable import BackstackService

@Suite("Idle sessions", .timeLimit(.minutes(20)))
struct IdleSessionTests {
  /// How many bytes each object needs. Not what the allocator gives it, which is up to 16 more: it leaves
  /// no rest that is too small for another object.
  private func sizes(of objects: AnyObject...) -> [Int] {
    objects.map { object in
      let metadata = unsafeBitCast(type(of: object), to: UnsafeRawPointer.self)
      // Sound: the layout of a class's metadata is fixed by Swift's ABI (docs/ABI/TypeMetadata.rst): behind
      // kind, superclass, flags and address point stands the size of an instance, in 32 bits.
      return Int(metadata.load(fromByteOffset: 24, as: UInt32.self))
    }
  }

  // Exact, unlike the memory of the process: `make bench-server` shows what all of it comes to.
  @Test("What a session has beside its store and its state fits into four small objects")
  func objects() async throws {
    let service = ErrandService()
    let path = await service.create()
    let session = try #require(
      service.client.session(path) as? FeatureSession<Errands.State, Errands.Action>)
    let sizes = sizes(of: session, session.monitor, session.monitor.encoder, session.context)
    // An object has a header of two words at least: smaller ones were no sizes.
    #expect(sizes.allSatisfy { $0 > 16 }, "\(sizes)")
    #expect(zip(sizes, [72, 232, 72, 72]).allSatisfy(<=), "\(sizes)")
  }
}
