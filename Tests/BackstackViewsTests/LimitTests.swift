import Backstack
import BackstackViews
import Foundation
import Synchronization
import Testing

/// Views that are wrong: they are bounded, or reported.
@Suite struct LimitTests {
  private final class Reports: Sendable {
    let all = Mutex<[String]>([])
  }

  /// Evaluates the view of a recipe, and returns the issues that it reports.
  private func issues(
    _ state: Recipe.State = Recipe.State(id: 0), @ViewBuilder _ view: (StoreOf<Recipe>) -> any View
  ) throws -> [String] {
    let reports = Reports()
    _ = try withDependencies {
      $0.issueReporter = IssueReporter { issue in
        reports.all.withLock { $0.append(issue.message) }
      }
    } operation: {
      try ScreenReader(Store(initialState: state) { Recipe() }, view)
    }
    return reports.all.withLock(\.self)
  }

  @Test("A view with a million rows is refused before it has made them")
  func manyNodes() {
    let made = Mutex(0)
    #expect(throws: ScreenFailure.tooManyNodes(limit: 10_000)) {
      try ScreenReader {
        List(0..<1_000_000) { row in
          made.withLock { $0 += 1 }
          return Text("\(row)")
        }
      }
    }
    #expect(made.withLock(\.self) <= 10_000)
  }

  @Test("A view with too much text is refused")
  func manyBytes() {
    var limits = ScreenWriter.Limits()
    limits.bytes = 10_000
    #expect(throws: ScreenFailure.tooLarge(limit: 10_000)) {
      try ScreenReader(within: limits) {
        ForEach(0..<200) { _ in Text(String(repeating: "x", count: 100)) }
      }
    }
  }

  @Test("A view with itself in it is refused, and named")
  func endless() {
    let failure = #expect(throws: ScreenFailure.self) { try ScreenReader { Endless() } }
    #expect(failure == .tooDeep(limit: 200, view: "Endless"))
  }

  private struct Endless: View {
    var body: some View { AnyView(Endless()) }
  }

  @Test("Of two rows with one id, the second is left out and reported")
  func repeatedIDs() throws {
    let issues = try issues { _ in
      List([3, 4, 3], id: \.self) { Text("\($0)") }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("two elements with the id 3") == true)
  }

  @Test("Ids are unique in their level, whatever a feature calls its rows")
  func idsOfAnyNames() throws {
    let names = [
      "h", "a", "a.0", "=a", "==a", "a=.0", "", "e", "=", ".", "0", "b0", "l", ".0", "_",
    ]
    let screen = try ScreenReader {
      Section {
        ForEach(names, id: \.self) { name in
          Text(name)
          if name.count < 2 { Text("short") }
        }
      } header: {
        Button("Header") {}
      } footer: {
        Button("Footer") {}
      }
      .toolbar { Button("Tool") {} }
    }
    func ids(_ node: [String: Any]) -> [String] {
      let parts = ["header", "children", "footer"].compactMap { node[$0] as? [[String: Any]] }
      return [node["id"] as? String].compactMap(\.self) + parts.joined().flatMap(ids)
    }
    let all = screen.top.flatMap(ids) + ["b0"]
    // Of the names, nine are short.
    #expect(all.count == names.count + 9 + 3)
    #expect(Set(all).count == all.count, "\(all)")
  }

  @Test("A control in a background, which nobody sees, is reported")
  func controlsBehind() throws {
    let found = try issues { store in
      Text("A").background { Button("Favorite") { store.send(.favoriteButtonTapped) } }
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("A background has a control, which no client shows.") == true)
    let none = try issues { _ in Text("A").background(Text("B")).background { Text("C") } }
    #expect(none.isEmpty)
  }

  @Test("A view that sends while it is evaluated is reported, and changes nothing")
  func sending() throws {
    let store = Store(initialState: Recipe.State(id: 0)) { Recipe() }
    let reports = Reports()
    try withDependencies {
      $0.issueReporter = IssueReporter { issue in
        reports.all.withLock { $0.append(issue.message) }
      }
    } operation: {
      _ = try ScreenReader(store) { store -> any View in
        store.send(.favoriteButtonTapped)
        return Text("Sent")
      }
    }
    #expect(reports.all.withLock(\.self).first?.contains("sent favoriteButtonTapped while") == true)
    #expect(store.actionCount == 0)
  }

  @Test("What a closure's task sends later is reported once for a session, and is no action")
  func laterFromTask() async throws {
    let reports = Reports()
    let memory = ScreenMemory()
    let store = Store(initialState: Recipe.State(id: 0)) { Recipe() }
    let tasks = Mutex<[Task<Void, Never>]>([])
    try withDependencies {
      $0.issueReporter = IssueReporter { issue in
        reports.all.withLock { $0.append(issue.message) }
      }
    } operation: {
      for _ in 0..<3 {
        _ = try store.screen(knowing: memory) { store in
          Button("Favorite") {
            tasks.withLock { $0.append(Task { _ = store.send(.favoriteButtonTapped) }) }
          }
        }
      }
    }
    for task in tasks.withLock(\.self) { await task.value }
    let all = reports.all.withLock(\.self)
    #expect(all.count == 1)
    #expect(all.first?.hasPrefix("A view sent favoriteButtonTapped later, from a task.") == true)
    #expect(store.actionCount == 0)
  }

  @Test("A mistake is reported with the name of its view, also in a sheet and on a stack")
  func names() throws {
    let issues = try issues { _ in Names() }
    #expect(issues.map { $0.prefix { $0 != ":" } } == ["Rows", "Names"])
  }

  private struct Rows: View {
    var body: some View { ForEach([1, 1], id: \.self) { Text("\($0)") } }
  }

  private struct Names: View {
    var body: some View {
      Rows().sheet(isPresented: .constant(true)) {
        ForEach([2, 2], id: \.self) { Text("\($0)") }
      }
    }
  }

  @Test("A link to a state that is no screen of the stack is reported, and can't be used")
  func wrongLink() throws {
    let issues = try issues { _ in NavigationLink("Elsewhere", state: Steps.State()) }
    #expect(issues.first?.contains("is no screen of the NavigationStack around it") == true)
  }

  @Test("Each field whose setter sends something else than its value is reported by its name")
  func convertedText() throws {
    let issues = try issues { store in
      let loud = Binding(
        get: { store.title }, set: { store.send(.titleChanged($0.uppercased() + "!")) })
      TextField("Title", text: loud)
      TextField("Subtitle", text: loud)
    }
    #expect(issues.count == 2)
    for (issue, name) in zip(issues, ["Title", "Subtitle"]) {
      #expect(issue.contains("Binding<String> of \"\(name)\" sends something else than its value"))
    }
  }

  @Test(
    "A setter that changes only some values is reported, too",
    arguments: [
      { $0.lowercased() }, { $0.trimmingCharacters(in: .whitespaces) }, { String($0.prefix(10)) },
      { $0.filter { !$0.isNumber } }, { $0.isEmpty ? "none" : $0 },
    ] as [@Sendable (String) -> String])
  func convertedTexts(_ change: @escaping @Sendable (String) -> String) throws {
    let issues = try issues(Recipe.State(id: 0, title: "Soup")) { store in
      TextField(
        "Title", text: Binding(get: { store.title }, set: { store.send(.titleChanged(change($0))) })
      )
    }
    #expect(issues.count == 1 && issues[0].contains("sends something else than its value"))
  }

  @Test(
    "A setter that changes only some numbers is reported, too",
    arguments: [{ max(0, $0) }, { abs($0) }, { min($0, 1000) }, { $0 > 0 ? $0 : nil }]
      as [@Sendable (Int) -> Int?])
  func convertedNumbers(_ change: @escaping @Sendable (Int) -> Int?) throws {
    let issues = try issues { store in
      TextField(
        "Servings",
        value: Binding(
          get: { store.servings },
          set: { if let number = change($0) { store.send(.set(\.servings, number)) } }),
        format: .number)
    }
    #expect(issues.count == 1 && issues[0].contains("sends something else than its value"))
  }

  @Test(
    "A setter that sends each value as it is needs no report, nor does one that leaves out the present one"
  )
  func plainSetters() throws {
    let issues = try issues { store in
      TextField(
        "Title",
        text: Binding(
          get: { store.title }, set: { if $0 != store.title { store.send(.titleChanged($0)) } }))
      TextField(
        "Servings",
        value: Binding(get: { store.servings }, set: { store.send(.set(\.servings, $0)) }),
        format: .number)
    }
    #expect(issues == [])
  }

  /// A binding whose setter treats one value in another way.
  private func servings(of store: StoreOf<Recipe>) -> Binding<Int> {
    Binding(
      get: { store.servings },
      set: { store.send($0 == 3 ? .favoriteButtonTapped : .set(\.servings, $0)) })
  }

  @Test("A choice whose setter treats one value in another way has the action of each")
  func specialOption() throws {
    let store = Store(initialState: Recipe.State(id: 0)) { Recipe() }
    let screen = try ScreenReader(store) { store in
      Picker(
        "Servings",
        selection: servings(of: store)
      ) {
        ForEach([1, 2, 3], id: \.self) { Text("\($0)") }
      }
    }
    let options = try #require(screen.top.first?["options"] as? [[String: Any]])
    #expect(screen.top.first?["send"] == nil)
    #expect(
      options.map { $0["send"].map(ScreenReader.text) } == [
        #"{"binding":{"servings":1}}"#, #"{"binding":{"servings":2}}"#,
        #"{"favoriteButtonTapped":{}}"#,
      ])
    let issues = try issues { store in
      TabView(
        selection: servings(of: store)
      ) {
        ForEach([1, 2, 3], id: \.self) { number in
          Tab("\(number)", systemImage: "a", value: number) {}
        }
      }
    }
    #expect(issues.count == 1)
  }

  @Test("A move whose closure makes another position of the last one is reported")
  func convertedMove() throws {
    let issues = try issues { store in
      ForEach([1, 2, 3], id: \.self) { Text("\($0)") }
        .onMove { (from: Set<Int>, to: Int) in
          store.send(.set(\.servings, to > from.first! ? to - 1 : to))
        }
    }
    #expect(!issues.isEmpty)
    #expect(issues.allSatisfy { $0.contains("sends something else than its value") })
  }

  @Test("A text whose characters only the client knows is reported as a part of another one")
  func partsOfTexts() throws {
    let date = Text(Date(timeIntervalSince1970: 0), style: .date)
    let issues = try issues { _ in
      Text("Due ") + date
      Text("Due \(date)")
      Text("Hi ") + Text(markdown: "**you**")
      date
    }
    // The same text is reported once.
    #expect(issues.count == 2, "\(issues)")
  }

  @Test("A gesture of several taps is reported")
  func taps() throws {
    let issues = try issues { store in
      Text("A").onTapGesture { store.send(.favoriteButtonTapped) }
      Text("B").onTapGesture(count: 2) { store.send(.favoriteButtonTapped) }
    }
    #expect(
      issues == ["No client counts taps, so '.onTapGesture(count: 2)' sends nothing."])
  }

  @Test("A tag that is no value of the selection is reported; what an option says itself counts")
  func foreignTag() throws {
    let issues = try issues { store in
      Picker("Title", selection: Bindable(store).title) {
        Text("One").tag("1")
        Text("Two").tag(2)
      }
      Picker("Title", selection: Bindable(store).title) {
        ForEach([1, 2], id: \.self) { Text("\($0)").tag("\($0)") }
      }
      TabView(selection: .constant(1)) {
        Tab("One", systemImage: "1", value: 1) {}
        Tab("Two", systemImage: "2", value: "2") {}
      }
    }
    #expect(
      issues.map { $0.drop { $0 != "A" } } == [
        "A Picker that selects String has the tag 2 of type Int, which can't be chosen.",
        "A TabView that selects Int has the tag 2 of type String, which can't be chosen.",
      ], "\(issues)")
  }

  @Test("An option without a tag is reported; what divides options is none")
  func missingTag() throws {
    let issues = try issues { store in
      Picker("Title", selection: Bindable(store).title) {
        Text("One").tag("1")
        Text("Two")
      }
      Picker("Title", selection: Bindable(store).title) {
        Label("One", systemImage: "1.circle").tag("1")
        Divider()
        ForEach(["2", "3"], id: \.self) { name in
          HStack {
            Text(name)
            Text("more")
          }
          .tag(name)
        }
      }
    }
    #expect(
      issues.map { $0.drop { $0 != "A" } } == [
        "A Picker that selects String has an option without a tag, which can't be chosen."
      ], "\(issues)")
  }

  @Test("What a task in '.task' sends after it has waited is not sent")
  func laterInTask() async throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      Text("Soup").task {
        store.send(.favoriteButtonTapped)
        await Task.yield()
      }
    }
    #expect(ScreenReader.text(screen.levels[0]["appear"] ?? 0) == #"{"favoriteButtonTapped":{}}"#)
  }

  @Test("A stepper at the end of its type's range has one direction, or none")
  func extremes() throws {
    func directions<Value: Strideable & Encodable & Sendable>(
      _ value: Value, in bounds: ClosedRange<Value>? = nil
    ) throws -> [Bool] where Value.Stride == Int {
      let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) {
        store in
        let binding = Binding<Value>(
          get: { value }, set: { store.send(.titleChanged("to \($0)")) })
        return bounds.map { AnyView(Stepper("Value", value: binding, in: $0, step: 10)) }
          ?? AnyView(Stepper("Value", value: binding, step: 10))
      }
      return ["increment", "decrement"].map { screen.action("Value", key: $0) != nil }
    }
    #expect(try directions(Int.max) == [false, true])
    #expect(try directions(Int.min) == [true, false])
    #expect(try directions(UInt8(3)) == [true, false])
    #expect(try directions(Int.max, in: 0...100) == [false, true])
    #expect(try directions(Int.min, in: Int.min...Int.max) == [true, false])
    #expect(try directions(50) == [true, true])
  }

  @Test("A part of a number or of a text is no place for a value", arguments: 0..<4)
  func partOfValue(number: Int) throws {
    let texts: [@Sendable (Int) -> String] = [
      { "page-\($0)" }, { "\($0)" }, { "\($0)0" }, { "a,\($0),b" },
    ]
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      TextField(
        "Page",
        value: Binding(get: { 1 }, set: { store.send(.titleChanged(texts[number]($0))) }))
    }
    #expect(screen.action("Page", 7) == nil)
  }

  @Test("A negated number is sent as it is by no client")
  func negatedNumber() throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      TextField(
        "Debt",
        value: Binding(
          get: { -store.servings }, set: { store.send(.binding(.set(\.servings, -$0))) }))
    }
    #expect(screen.action("Debt", 7) == nil)
  }

  @Test("What a view in a toolbar presents is a level")
  func presentationInToolbar() throws {
    let screen = try ScreenReader {
      Text("Root").toolbar {
        Button("More") {}.sheet(isPresented: .constant(true)) { Text("Shown") }
      }
    }
    #expect(screen.levels.count == 2)
    #expect(ScreenReader.text(screen.top) == #"[{"kind":"text","text":"Shown"}]"#)
  }

  @Test("A limit does not depend on what is known from before")
  func limitOfKnown() throws {
    let memory = ScreenMemory()
    let store = Store(initialState: Cookbook.State(path: [.steps(Steps.State())])) { Cookbook() }
    var limits = ScreenWriter.Limits()
    func screen(_ memory: ScreenMemory) throws {
      _ = try store.screen(within: limits, knowing: memory) { CookbookView(store: $0) }
    }
    limits.nodes = 14
    for _ in 0..<3 {
      try screen(memory)
      store.send(.path(.push(id: .unassigned, state: .steps(Steps.State()))))
    }
    while (try? screen(ScreenMemory())) != nil {
      try screen(memory)
      store.send(.path(.push(id: .unassigned, state: .steps(Steps.State()))))
    }
    #expect(throws: ScreenFailure.tooManyNodes(limit: 14, view: "StepsView")) { try screen(memory) }
  }

  @Test("What another thread sends while a closure runs is not the control's action")
  func otherThread() throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      Button("Favorite") {
        let thread = Thread { store.send(.titleChanged("from elsewhere")) }
        thread.start()
        while !thread.isFinished { sched_yield() }
        store.send(.favoriteButtonTapped)
      }
    }
    #expect(screen.action("Favorite") == #"{"favoriteButtonTapped":{}}"#)
  }
}
