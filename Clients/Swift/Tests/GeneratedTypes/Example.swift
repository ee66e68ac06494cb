import BackstackClient
import Foundation

/// Opens a counter, prints what is shown, and increments it, with the types that are generated.
func useCounters(_ server: URL) async throws {
  let session = try await RemoteSession<Counters.State, Counters.Action>.open(
    server, feature: Counters.feature, link: "/counters/3")
  let stack = await RemoteStack<Counters.CountersPathState>(session)
  for screen in await session.snapshot.state.path {
    switch screen.state {
    case .counter(let counter): print(counter.count)
    case .unknown(let name): print("This app is too old for \(name).")
    }
  }
  try await session.send(.path(.element(id: 0, action: .counter(.incrementButtonTapped))))
  _ = stack
}
