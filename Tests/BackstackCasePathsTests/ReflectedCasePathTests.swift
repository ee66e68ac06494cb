import BackstackCasePaths
import Testing

private enum Functions: ReflectedCasePathable, Sendable {
  typealias Handler = @Sendable () -> Int
  struct Box { let handler: Handler }

  case handler(Handler)
  case named(handler: @Sendable (String) -> String)
  case pair(Int, Handler)
  case maybe((Int, Handler)?)
  case type(Int.Type)
  case number(Int?)
  case box(Box)
  case list([Handler])
}

/// Tests of case paths by reflection, for every form of enum case.
struct ReflectedCasePathTests {
  private enum Local: ReflectedCasePathable, Equatable, Sendable {
    case none
    case other
    case number(Int)
    case count(of: Int)
    case pair(left: Int, right: Int)
    case maybe(Int?)
    indirect case inner(Local)
    indirect case named(inner: Local)
  }

  private func check<Value: Equatable>(
    _ path: CaseKeyPath<Local, Value>, _ root: Local, _ value: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(path.extract(from: root) == value, sourceLocation: sourceLocation)
    #expect(path(value) == root, sourceLocation: sourceLocation)
    for other in others where other != root && caseName(of: other) != caseName(of: root) {
      #expect(path.extract(from: other) == nil, sourceLocation: sourceLocation)
    }
  }

  private let others: [Local] = [
    .none, .other, .number(1), .count(of: 1), .pair(left: 1, right: 1), .maybe(1), .maybe(nil),
    .inner(.other), .named(inner: .other),
  ]

  @Test("A reflected case path embeds and extracts labelled and unlabelled payloads")
  func payloadsLabelledAndNotGo() {
    check(/Local.number, .number(1), 1)
    check(/Local.count, .count(of: 1), 1)
    check(/Local.maybe, .maybe(nil), Int?.none)
    check(/Local.maybe, .maybe(1), 1)
    check(/Local.inner, .inner(.other), .other)
    check(/Local.named, .named(inner: .other), .other)
  }

  @Test("A reflected case path extracts several payloads as a tuple")
  func severalPayloadsAreATuple() throws {
    let pair: CaseKeyPath<Local, (Int, Int)> = /Local.pair
    #expect(try #require(pair.extract(from: .pair(left: 1, right: 2))) == (1, 2))
    #expect(pair((1, 2)) == .pair(left: 1, right: 2))
    #expect(pair.extract(from: .number(1)) == nil)
  }

  @Test("A reflected case path extracts Void from a case without payload")
  func caseWithoutPayloadHasNothing() {
    let none: CaseKeyPath<Local, Void> = /Local.none
    #expect(none.extract(from: .none) != nil)
    #expect(none.extract(from: .other) == nil)
    #expect(none() == .none)
  }

  @Test("A payload that contains a function is not extracted by reflection, which is an issue")
  func functions() {
    let three: Functions.Handler = { 3 }
    let handler: CaseKeyPath<Functions, Functions.Handler> = /Functions.handler
    let named: CaseKeyPath<Functions, @Sendable (String) -> String> = /Functions.named
    let pair: CaseKeyPath<Functions, (Int, Functions.Handler)> = /Functions.pair
    let maybe: CaseKeyPath<Functions, (Int, Functions.Handler)?> = /Functions.maybe
    let type: CaseKeyPath<Functions, Int.Type> = /Functions.type
    let reported = issues {
      #expect(handler.extract(from: .handler(three)) == nil)
      #expect(named.extract(from: .named(handler: { $0 })) == nil)
      #expect(pair.extract(from: .pair(1, three)) == nil)
      #expect(maybe.extract(from: .maybe((1, three))) == nil)
      #expect(type.extract(from: .type(Int.self)) == nil)
    }
    #expect(reported.count == 5)
    #expect(reported.first?.contains("the type '@Sendable () -> Int'") == true)
  }

  @Test("A case of functions can be embedded, and functions in structs and arrays be extracted")
  func functionsInside() {
    let three: Functions.Handler = { 3 }
    let number: CaseKeyPath<Functions, Int?> = /Functions.number
    let box: CaseKeyPath<Functions, Functions.Box> = /Functions.box
    let list: CaseKeyPath<Functions, [Functions.Handler]> = /Functions.list
    let reported = issues {
      #expect(number.extract(from: .number(1)) == 1)
      #expect(number.extract(from: .handler(three)) == nil)
      #expect(box.extract(from: .box(Functions.Box(handler: three)))?.handler() == 3)
      #expect(list.extract(from: .list([three]))?.first?() == 3)
    }
    #expect(reported.isEmpty)
    let embedded = (/Functions.handler)(three)
    if case .handler(let handler) = embedded { #expect(handler() == 3) }
  }

  @Test("A reflected case path can be appended to, and works on an enum with the macro")
  func pathGoesOnBelow() {
    let set = (/AppAction.path).appending(path: \.popFrom)
    #expect(set.extract(from: .path(.popFrom(id: 3))) == 3)
    let tab: CaseKeyPath<AppAction, Int?> = /AppAction.tab
    #expect(tab.extract(from: .tab(2)) == 2)
    #expect(tab.extract(from: .closed) == nil)
  }
}
