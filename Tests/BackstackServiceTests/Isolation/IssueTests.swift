import Backstack
import BackstackSessionsTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Issues of hosted features")
struct IssueTests {
  private let lines = Lines()
  private let date = ManualDate()

  private func client(_ change: (inout ServiceConfiguration) -> Void = { _ in }) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.now = date.now
    configuration.log = { [lines] in lines.append($0) }
    configuration.settleTimeout = 60
    change(&configuration)
    return ServiceClient(
      [Feature("misbehaving", initialState: Misbehaving.State()) { Misbehaving() }],
      configuration: configuration)
  }

  @Test(
    "An issue is in the response to its action, in the log and in the metrics",
    arguments: [("complain", "A reducer complains."), ("complainLater", "An effect complains.")])
  func attribution(action: String, message: String) async {
    let client = client()
    let other = await client.create(#"{"feature": "misbehaving"}"#)
    let session = await client.create(#"{"feature": "misbehaving"}"#)
    let answer = await client.act(session, "\"\(action)\"")
    #expect(answer.status == 200)
    #expect(answer.contains(#""issues":[{"message":"\#(message)","location":"#))
    #expect(answer.contains("Misbehaving.swift:"))
    #expect(await !client.act(session, #""startTimer""#).contains("issues"))
    #expect(await !client.act(other, #""startTimer""#).contains("issues"))
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains(#""feature":"misbehaving""#) == true)
    #expect(client.metrics.contains(#"backstack_issues_total{feature="misbehaving"} 1"#))
  }

  @Test("An action for a stale element is refused, and not reported as an issue")
  func libraryIssue() async {
    let client = client()
    let session = await client.create(#"{"feature": "misbehaving"}"#)
    let answer = await client.act(session, #"{"alert": "dismiss"}"#)
    #expect(answer.status == 409)
    #expect(answer.problem == "stale-element")
    #expect(lines.all.isEmpty)
  }

  @Test("An action for a stack without an operator is reported once, in the response and the log")
  func forgottenOperator() async {
    var configuration = ServiceConfiguration()
    configuration.log = { [lines] in lines.append($0) }
    let client = ServiceClient(
      [Feature("pages", initialState: Pages.State()) { Pages() }], configuration: configuration)
    let session = await client.create(#"{"feature": "pages"}"#)
    let pop = #"{"path": {"popFrom": {"id": 0}}}"#
    let answer = await client.act(session, pop)
    #expect(answer.status == 200)
    #expect(answer.contains(#".forEach(\\.path, action: \\.path)"#))
    #expect(await !client.act(session, pop).contains("issues"))
    #expect(lines.all.count { $0.contains("no forEach took it") } == 1)
  }

  @Test("A host can hide issues from clients")
  func secrecy() async {
    let client = client { $0.includesIssues = false }
    let session = await client.create(#"{"feature": "misbehaving"}"#)
    #expect(await !client.act(session, #""complain""#).contains("issues"))
    #expect(lines.all.count == 1)
  }

  @Test("Repeated issues are counted, and do not flood the log")
  func flood() async {
    let client = client { $0.issueLinesPerSecond = 2 }
    let session = await client.create(#"{"feature": "misbehaving"}"#)
    for _ in 0..<5 { _ = await client.act(session, #""complain""#) }
    #expect(lines.all.count == 2)
    date.advance(by: 1)
    _ = await client.act(session, #""complain""#)
    #expect(lines.all.count == 3)
    #expect(lines.all.last?.contains(#""suppressed":3"#) == true)
    #expect(client.metrics.contains(#"backstack_issues_total{feature="misbehaving"} 6"#))
  }

  @Test("The number of issues in a response is limited")
  func bounded() {
    let issues = SessionIssues()
    let collector = IssueCollector()
    issues.collect(into: collector, hasEffects: false) {
      for _ in 0..<100 { issues.add(Issue(message: "", location: SourceLocation())) }
    }
    #expect(collector.issues.count == 16)
  }
}

/// A stack of pages without its operator.
@Reducer
private struct Pages {
  struct State: Codable, Sendable { var path = StackState<Page.State>([Page.State()]) }
  enum Action: Codable, Sendable { case path(StackActionOf<Page>) }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Page {
  struct State: Codable, Sendable {}
  enum Action: Codable, Sendable { case turn }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
