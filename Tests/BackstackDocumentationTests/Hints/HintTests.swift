import FoundationEssentials
import Testing

@Suite("Compiler hints")
struct HintTests {
  @Test("Code of TCA that is written differently here gets one message, which says how")
  func hints() throws {
    var source = Source()
    source.add("@MainActor func use() {")
    source.add(Misuse.statements)
    source.add("}\nstruct Members {")
    source.add(Misuse.members)
    source.add("}")
    for misuse in Misuse.operators {
      source.add("func operators\(source.lineCount)() -> some ReducerOf<Feature> { Feature()")
      source.add([misuse])
      source.add("}")
    }
    let messages = try TypeChecker().messages(for: source.text)
    for (line, misuse) in source.misuses {
      let texts = Set(messages.filter { $0.line == line }.map(\.text))
      #expect(texts.count == 1, "\(misuse.code): \(texts)")
      #expect(texts.first?.contains(misuse.hint) == true, "\(misuse.code)")
    }
    let others = messages.filter { source.misuses[$0.line] == nil }
    #expect(others == [])
  }

  @Test("The article lists each name that has a hint")
  func article() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Backstack/Backstack.docc/DifferencesFromTCA.md")
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let names = rows.flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }
    #expect(rows.count > 15)
    for code in [Misuse.statements, Misuse.members].joined().map(\.code) {
      #expect(names.contains { code.contains($0) }, "\(code)")
    }
  }

  @Test("The declarations that only give hints don't conflict with a program's own names")
  func ownNames() throws {
    let source = """
      import Backstack

      struct Animation { static let slow = Animation() }
      struct Environment { static let live = Environment() }
      struct NavigationLink { let url: String }
      enum ViewAction { case tapped }

      func XCTFail(_ message: String = "") {}

      @propertyWrapper struct Shared<Value: Sendable>: Sendable { var wrappedValue: Value }

      @Reducer struct Feature {
        struct State {
          @Shared var animation = "slow"
          @ObservationStateIgnored var count = 0
        }
        enum Action { case view(ViewAction) }
        @Dependency(\\.urlSession) var session

        var body: some ReducerOf<Self> {
          Reduce { state, action in
            _ = Animation.slow
            _ = Environment.live
            _ = NavigationLink(url: "/")
            XCTFail()
            state.count = session
            return .none
          }
        }
      }

      extension DependencyValues {
        var urlSession: Int { 1 }
      }

      """
    #expect(try TypeChecker().messages(for: source) == [])
  }

  @Test("A reducer with a reduce method needs neither body nor macro, and can print changes")
  func method() throws {
    let source = """
      import Backstack

      struct Feature: Reducer, Sendable {
        struct State { var count = 0 }
        enum Action { case tapped }

        func reduce(into state: inout State, action: Action) -> EffectOf<Self> {
          state.count += 1
          return .none
        }
      }

      let quiet = Feature()._printChanges(.actionLabels)
      let own = Feature()._printChanges(_ReducerPrinter { action, old, new in print(action) })
      """
    #expect(try TypeChecker().messages(for: source) == [])
  }

  /// The source of a feature and of code that uses it.
  private struct Source {
    private(set) var text = """
      import Backstack
      import BackstackTesting

      @Reducer struct Child {}
      @Reducer enum Destination { case child(Child) }
      @Reducer struct Feature {
        struct State {
          var count = 0
          @Presents var child: Child.State?
          @Presents var destination: Destination.State?
          @Presents var alert: AlertState<Never>?
        }
        enum Action {
          case tapped
          case child(PresentationAction<Child.Action>)
          case destination(PresentationAction<Destination.Action>)
          case alert(PresentationAction<Never>)
        }
      }

      """
    private(set) var misuses: [Int: Misuse] = [:]

    var lineCount: Int { text.count { $0 == "\n" } }

    mutating func add(_ line: String) { text += line + "\n" }

    mutating func add(_ lines: [Misuse]) {
      for misuse in lines {
        misuses[lineCount + 1] = misuse
        add(misuse.code)
      }
    }
  }
}
