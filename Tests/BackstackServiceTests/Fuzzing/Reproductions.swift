// As the fuzzer writes it, whatever the length of its lines.
// swift-format-ignore-file
import BackstackServiceTesting
import Testing

// What the fuzzer writes, compiled. The tests don't run, as they show mistakes that were made on
// purpose; that they trap is shown where the fuzzer is tested.

@Suite(.disabled("A mistake that was made on purpose"))
struct ReducerReproduction {
  @Test
  func `fragile withstands a client (trap)`() async throws {
    let session = try CheckedSession(of: Fragile.feature(.reducer))
    try await session.create(#"{"feature":"fragile","state":{"count":-9223372036854775808,"ratio":0,"names":[]}}"#)
    try await session.send(#"{"add":-1}"#)
  }
}

@Suite(.disabled("A mistake that was made on purpose"))
struct EffectReproduction {
  @Test
  func `fragile withstands a client (trap)`() async throws {
    let session = try CheckedSession(of: Fragile.feature(.effect))
    try await session.create(#"{"feature":"fragile","state":{"count":9223372036854775807,"ratio":0,"names":[]}}"#)
    try await session.send(#""double""#)
  }
}

@Suite(.disabled("A mistake that was made on purpose"))
struct TickReproduction {
  @Test
  func `fragile withstands a client (trap)`() async throws {
    let session = try CheckedSession(of: Fragile.feature(.tick))
    try await session.create(#"{"feature":"fragile","state":{"count":9223372036854775807,"ratio":0,"names":[]}}"#)
    try await session.send(#""startTimer""#)
    try await session.advance(by: .seconds(1))
  }
}

@Suite(.disabled("A mistake that was made on purpose"))
struct ResumedReproduction {
  @Test
  func `fragile withstands a client (trap)`() async throws {
    let session = try CheckedSession(of: Fragile.feature(.resumed))
    try await session.create(#"{"feature":"fragile","state":{"count":0,"ratio":0,"names":[""]}}"#)
    try await session.resume()
    try await session.send(#""clear""#)
  }
}

@Suite(.disabled("A mistake that was made on purpose"))
struct InfinityReproduction {
  @Test
  func `fragile withstands a client (server-error)`() async throws {
    let session = try CheckedSession(of: Fragile.feature(.infinity))
    try await session.create(#"{"feature":"fragile"}"#)
    try await session.send(#"{"divide":{"by":0}}"#)
  }
}

@Suite(.disabled("A mistake that was made on purpose"))
struct IssueReproduction {
  @Test
  func `fragile withstands a client (issue)`() async throws {
    let session = try CheckedSession(of: Fragile.feature(.issue))
    try await session.create(#"{"feature":"fragile"}"#)
    try await session.send(#"{"name":""}"#)
  }
}
