import Backstack
import BackstackViews
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

  @Test("A link to a state that is no screen of the stack is reported, and can't be used")
  func wrongLink() throws {
    let issues = try issues { _ in NavigationLink("Elsewhere", state: Steps.State()) }
    #expect(issues.first?.contains("is no screen of the NavigationStack around it") == true)
  }

  @Test("A field whose setter sends something else than its value is reported")
  func convertedText() throws {
    let issues = try issues { store in
      TextField(
        "Title",
        text: Binding(
          get: { store.title }, set: { store.send(.titleChanged($0.uppercased() + "!")) }))
    }
    #expect(issues.first?.contains("sends something else than its value") == true)
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
}
