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

@Suite(.disabled("A mistake that was made on purpose"))
struct NineStepsReproduction {
  @Test
  func `nine-steps withstands a client (trap)`() async throws {
    let session = try CheckedSession(of: "nine-steps", initialState: #"{"path":[]}"#) { NineSteps() }
    try await session.create(#"{"feature":"nine-steps"}"#)
    try await session.send(#""open""#)
    try await session.send(#"[{"path":{"element":{"id":0,"action":"choose"}}},{"path":{"element":{"id":0,"action":"showSheet"}}}]"#)
    try await session.send(#"{"path":{"element":{"id":0,"action":{"sheet":{"presented":{"agree":true}}}}}}"#)
    try await session.send(#"{"path":{"element":{"id":0,"action":{"sheet":{"presented":{"deliver":"express"}}}}}}"#)
    try await session.send(#"{"path":{"element":{"id":0,"action":{"sheet":{"presented":"pay"}}}}}"#)
    try await session.send(#"{"path":{"element":{"id":0,"action":{"sheet":{"presented":{"alert":{"presented":"confirm"}}}}}}}"#)
    try await session.send(#"{"path":{"element":{"id":0,"action":{"sheet":{"presented":"file"}}}}}"#)
    try await session.send(#"{"path":{"element":{"id":0,"action":{"sheet":{"presented":"printReceipt"}}}}}"#)
  }
}

@Suite(.disabled("A mistake that was made on purpose"))
struct NineKeysReproduction {
  @Test
  func `nine-keys withstands a client (trap)`() async throws {
    let session = try CheckedSession(of: "nine-keys", initialState: #"{"count":0}"#) { NineKeys() }
    try await session.create(#"{"feature":"nine-keys"}"#)
    try await session.send(#"[{"press":"blue"},{"press":"red"}]"#)
    try await session.send(#"{"press":"red"}"#)
    try await session.send(#"{"press":"black"}"#)
    try await session.send(#"{"press":"green"}"#)
    try await session.send(#"{"press":"blue"}"#)
    try await session.send(#"{"press":"black"}"#)
    try await session.send(#"{"press":"red"}"#)
    try await session.send(#"{"press":"green"}"#)
  }
}
