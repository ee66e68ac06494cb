import Backstack
import BackstackHTTP
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackSessions

@Suite("Links in snapshots")
struct SnapshotLinkTests {
  private static let link = #"{"feature":"counters","link":"/counters/1"}"#
  private static let push = #""addCounterButtonTapped""#
  private static let pop = #"{"path":{"popFrom":{"id":1}}}"#

  /// The client of a feature that tells links to at most one counter, but none to the list.
  private let client = ServiceClient([
    Feature(
      "counters", initialState: Counters.State(), link: Counters.State.init(link:),
      linkOf: { state in
        let counts = state.path.compactMap { $0.counter?.count }
        return counts.count == 1 ? "/counters/\(counts[0])" : nil
      }
    ) {
      Counters()
    }
  ])

  private func increment(_ id: Int) -> String {
    #"{"path":{"element":{"id":\#(id),"action":{"counter":"incrementButtonTapped"}}}}"#
  }

  @Test("A snapshot has the link to what it shows, if the feature tells one")
  func snapshots() async {
    let created = await client.send(.post, "/sessions", Self.link)
    #expect(created.text.hasSuffix(#"Z","link":"/counters/1"}"#))
    let session = created.fields[.location] ?? ""
    #expect(await client.act(session, increment(0)).contains(#""link":"/counters/2"}"#))
    #expect(!(await client.act(session, Self.push).contains(#""link""#)))
    let refused = await client.send(
      .post, session + "/actions", Self.pop, [(.ifMatch, #""1""#)])
    #expect(refused.status == 412)
    #expect(!refused.contains(#""link""#))
    #expect(await client.act(session, Self.pop).contains(#""link":"/counters/2"}"#))
    let late = await client.send(
      .post, session + "/actions", Self.push, [(.ifMatch, #""1""#)])
    #expect(late.contains(#""link":"/counters/2"}"#))
    #expect(!(await client.send(.get, session + "/history/0").contains(#""link""#)))
  }

  @Test("A link has as many bytes as it needs, also if each of its characters is escaped")
  func escapedLink() async {
    let link = String(repeating: "\u{1}", count: 500)
    let client = ServiceClient([
      Feature("counters", initialState: Counters.State(), linkOf: { _ in link }) { Counters() }
    ])
    let created = await client.send(.post, "/sessions", #"{"feature":"counters"}"#)
    let escaped = String(repeating: #"\u0001"#, count: 500)
    #expect(created.text.hasSuffix(#"Z","link":"\#(escaped)"}"#))
  }

  @Test("Patches add, replace and remove the link")
  func patches() async {
    let session = await client.create(Self.link)
    let reader = await client.events(session)
    #expect(reader.read().contains(#""link":"/counters/1"}"#))
    _ = await client.act(session, increment(0))
    #expect(
      reader.read().contains(
        #""value":2},{"op":"replace","path":"/link","value":"/counters/2"}]"#))
    _ = await client.act(session, Self.push)
    #expect(reader.read().contains(#"},{"op":"remove","path":"/link"}]"#))
    let answer = await client.send(
      .post, session + "/actions", Self.pop,
      [(.accept, "application/json-patch+json"), (.ifMatch, #""2""#)])
    let patch =
      #"[{"op":"remove","path":"/state/path/1"},{"op":"add","path":"/link","value":"/counters/2"}]"#
    #expect(answer.text == patch)
    #expect(reader.read().contains(patch))
  }

  @Test("A link that is the only change of a snapshot is a patch, too")
  func only() async {
    let calls = LockIsolated(0)
    let client = ServiceClient([
      Feature(
        "counters", initialState: Counters.State(),
        linkOf: { _ in
          calls.withValue { $0 += 1 }
          return "/\"\(calls.value)"
        }
      ) {
        Counters()
      }
    ])
    let session = await client.create()
    let answer = await client.send(
      .post, session + "/actions", #"["addCounterButtonTapped",{"path":{"popFrom":{"id":0}}}]"#,
      [(.accept, "application/json-patch+json"), (.ifMatch, #""0""#)])
    #expect(answer.text.hasPrefix(#"[{"op":"replace","path":"/link","value":"/\""#))
  }
}
