import Backstack
import BackstackCoding
import BackstackDemo
import BackstackService
import Testing

@testable import BackstackServiceTesting
@testable import BackstackSessions

@Suite("What a fuzzer reaches")
struct FuzzReachTests {
  private static func value(_ json: String) throws -> JSONLiteral {
    try JSONLiteral(parsing: json.utf8)
  }

  private let map = FuzzMap(NineSteps.feature)

  @Test("A trap that is nine steps deep is found, and its test is compiled")
  func nineSteps() async throws {
    var fuzzer = FeatureFuzzer(NineSteps.feature)
    fuzzer.maximumFindings = 1
    let report = try await fuzzer.run(seed: 1, sessions: 200, steps: 60)
    let finding = try #require(report.findings.first, "\(report)")
    #expect(finding.inconsistency.kind == .trap)
    #expect(report.reach.unreachedActions == [])
    try finding.expectCompiled()
  }

  @Test("A trap that the state alone leads to is found")
  func nineKeys() async throws {
    var fuzzer = FeatureFuzzer(NineKeys.feature)
    fuzzer.maximumFindings = 1
    let report = try await fuzzer.run(seed: 1, sessions: 200, steps: 60)
    let finding = try #require(report.findings.first, "\(report)")
    try finding.expectCompiled()
  }

  @Test("The test that is reported traps")
  func reproduction() async {
    await #expect(processExitsWith: .failure) {
      try await NineStepsReproduction().`nine-steps withstands a client (trap)`()
    }
  }

  @Test("What is never reached is named")
  func unreached() async throws {
    let report = try await FeatureFuzzer(NineSteps.feature).run(seed: 1, sessions: 1, steps: 1)
    #expect(report.reach.unreachedActions.contains("path.element.sheet.presented.printReceipt"))
    #expect(Array(report.reach.unreachedScreens.suffix(2)) == ["path.sheet", "path.sheet.alert"])
    #expect("\(report)".contains("path.sheet, path.sheet.alert"), "\(report)")
  }

  @Test("A fuzzer begins with links, stored sessions and exported tests")
  func beginnings() async throws {
    let state = #"{"path":[{"id":4,"state":{"isChosen":true}}]}"#
    let history = #"""
      {"nextElementID": 5, "entries": [
        {"version": 1, "cause": "client", "action": {"path":{"element":{"id":4,"action":"showSheet"}}}},
        {"version": 2, "cause": "effect", "action": "help"}
      ]}
      """#
    let beginning = FuzzBeginning.history(history, from: state)
    var fuzzer = FeatureFuzzer(NineSteps.feature)
    fuzzer.beginnings = [beginning]
    let report = try await fuzzer.run(seed: 1, sessions: 4, steps: 8)
    #expect(report.findings.isEmpty, "\(report)")
    #expect(report.reach.screens.contains("path.sheet"), "\(report)")
    let steps = try beginning.steps("nine-steps")
    #expect(steps.count == 2)
    guard case .begin(let saved)? = steps.first else { return #expect(Bool(false)) }
    #expect(try FuzzBeginning.session(saved).steps("nine-steps") == [.begin(saved)])
    #expect(throws: FuzzError.self) { try FuzzBeginning.session(saved).steps("other") }
    #expect(throws: FuzzError.self) { try FuzzBeginning.history("{}", from: "{}").steps("f") }
    #expect(
      try FuzzBeginning.link("/a\"b").steps("f") == [.create(#"{"feature":"f","link":"/a\"b"}"#)])
  }

  @Test("The cases of actions and the screens of states have names, once in a recursive feature")
  func names() throws {
    #expect(map.screens == ["path", "path.sheet", "path.sheet.alert"])
    #expect(map.actions.contains("path.element.sheet.presented.deliver.express"))
    #expect(map.actions.contains("path.popFrom") && map.actions.contains("open"))
    let feature = try #require(demoFeatures.first { $0.name == "standups" })
    let standups = FuzzMap(feature)
    #expect(standups.screens.contains("path.detail.destination.edit"))
    let state = try Self.value(
      #"{"path":[{"id":1,"state":{"detail":{"destination":{"edit":{}}}}},{"id":2,"state":{"record":{"alert":null}}}]}"#
    )
    #expect(
      standups.screens(in: state) == ["path.detail", "path.detail.destination.edit", "path.record"])
  }

  @Test(
    "An action has the name of its innermost case",
    arguments: [
      (#""open""#, "open"), (#"{"open":{}}"#, "open"),
      (#"{"path":{"popFrom":{"id":3}}}"#, "path.popFrom"),
      (
        #"{"path":{"element":{"id":3,"action":{"sheet":{"presented":{"deliver":"express"}}}}}}"#,
        "path.element.sheet.presented.deliver.express"
      ), (#"{"path":{"element":{"id":3,"action":"choose"}}}"#, "path.element.choose"),
      (#"{"dance":{}}"#, nil), ("7", nil),
    ] as [(String, String?)])
  func actions(json: String, name: String?) throws {
    let found = map.action(try Self.value(json))
    #expect(found == name)
    if let found { #expect(map.actions.contains(found)) }
  }

  @Test("Only steps that were not refused lead to a state, those since the session began")
  func trail() throws {
    var scout = FuzzScout(map)
    let empty = try Self.value(#"{"path":[]}"#)
    let open = FuzzStep.send(#""open""#, asPatch: false)
    // Those of a sheet that is not shown would be refused.
    let plausible = map.actions.filter { !$0.contains("presented") }
    #expect(scout.leastTried(in: empty) == plausible.sorted())
    scout.begin()
    _ = scout.note(.create("{}"), from: nil, to: empty, isAccepted: true)
    #expect(scout.note(open, from: empty, to: empty, isAccepted: false) == [])
    let full = try Self.value(#"{"path":[{"id":0,"state":{"isChosen":false}}]}"#)
    let points = scout.note(open, from: empty, to: full, isAccepted: true)
    #expect(points.contains(.screen("path")) && points.contains(.action("open")))
    #expect(points.contains(.value(at: "/path/*/state/isChosen", "false")))
    #expect(!scout.leastTried(in: empty).contains("open"))
    #expect(scout.leastTried(in: full).contains("open"))
    #expect(scout.note(open, from: full, to: full, isAccepted: true) == [])
    // The second one changed nothing.
    #expect(scout.trail == [.create("{}"), open])
    _ = scout.note(.create("[]"), from: full, to: empty, isAccepted: true)
    #expect(scout.trail == [.create("[]")])
  }

  @Test(
    "A corpus keeps the shortest steps to each point, and begins with the latest and those it used least"
  )
  func corpus() {
    let (long, short) = (
      [FuzzStep.create("a"), .resume, .resume], [FuzzStep.create("a"), .resume]
    )
    var corpus = FuzzCorpus()
    corpus.add(long, reaching: [.screen("a"), .screen("b")])
    corpus.add(short, reaching: [.screen("a")])
    corpus.add(long, reaching: [.screen("a")])
    var random = FuzzRandom(seed: 1)
    var counts: [[FuzzStep]: Int] = [:]
    for _ in 0..<12 { counts[corpus.pick(using: &random), default: 0] += 1 }
    // The latest comes first.
    #expect(counts[short, default: 0] > 6)
    for _ in 0..<300 { counts[corpus.pick(using: &random), default: 0] += 1 }
    // Some are changed a little.
    #expect([[], long, short].allSatisfy { counts[$0, default: 0] > 30 })
    #expect(counts.count > 3 && counts.keys.allSatisfy { [nil, .create("a")].contains($0.first) })
    #expect(Set(corpus.points) == [.screen("a"), .screen("b")])
  }
}
