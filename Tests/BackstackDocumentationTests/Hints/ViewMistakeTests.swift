import Testing

/// Checks the compiler's messages about views.
@Suite("Mistakes in views")
struct ViewMistakeTests {
  @Test("What can't work in a view gets one message, which says what to write")
  func mistakes() throws {
    var source = Self.declarations
    var misuses: [Int: Misuse] = [:]
    func add(_ misuse: Misuse, _ line: (String) -> String) {
      misuses[source.count { $0 == "\n" } + 1] = misuse
      source += line(misuse.code) + "\n"
    }
    for (number, misuse) in ViewMistakes.bodies.enumerated() {
      add(misuse) {
        "struct View\(number): View { let store: StoreOf<Feature>; var body: some View { \($0) } }"
      }
    }
    for (number, misuse) in ViewMistakes.members.enumerated() {
      add(misuse) { "struct Other\(number): View { \($0); var body: some View { Text(\"A\") } }" }
    }
    let messages = try TypeChecker().messages(for: source)
    for (line, misuse) in misuses {
      let texts = Set(messages.filter { $0.line == line }.map(\.text))
      #expect(texts.count == 1, "\(misuse.code): \(texts)")
      #expect(texts.first?.contains(misuse.hint) == true, "\(misuse.code)")
    }
    #expect(messages.filter { misuses[$0.line] == nil } == [])
  }

  @Test("The first message about a path without @Bindable is that there is no binding")
  func unboundPath() throws {
    let source = """
      \(Self.declarations)
      struct StackView: View {
        let store: StoreOf<Feature>
        var body: some View {
          NavigationStack(path: $store.scope(state: \\.path, action: \\.path)) {
            Text("A")
          } destination: { store in
            Text("B")
          }
        }
      }

      """
    let messages = try TypeChecker().messages(for: source)
    #expect(messages.first?.text == "cannot find '$store' in scope")
  }

  @Test("A missing case of a stack is an error")
  func missingCase() throws {
    let source = """
      \(Self.declarations)
      struct StackView: View {
        @Bindable var store: StoreOf<Feature>
        var body: some View {
          NavigationStack(path: $store.scope(state: \\.path, action: \\.path)) {
            Text("A")
          } destination: { store in
            switch store.case {
            case .child(let store): Text(store.text)
            }
          }
        }
      }

      """
    let messages = try TypeChecker().messages(for: source)
    #expect(messages.map(\.text) == ["switch must be exhaustive"])
  }

  @Test("The declarations that only give hints don't conflict with a program's own names")
  func ownNames() throws {
    let source = """
      \(Self.declarations)
      struct State { var text = "" }
      struct Namespace {}
      struct Canvas: View { var body: some View { Text("A") } }
      struct OwnView: View {
        let state = State()
        var namespace = Namespace()
        let animation: Animation = .default
        var body: some View {
          Canvas().animation(animation)
        }
      }

      """
    #expect(try TypeChecker().messages(for: source) == [])
  }

  @Test("The older wording says what to write now")
  func older() throws {
    let source = """
      \(Self.declarations)
      struct OlderView: View {
        let store: StoreOf<Feature>
        var body: some View {
          WithViewStore(store, observe: { $0 }) { viewStore in Text(viewStore.text) }
        }
      }

      """
    let messages = try TypeChecker().messages(for: source)
    #expect(messages.allSatisfy { $0.severity == "warning" })
    #expect(messages.contains { $0.text.contains("Use the store itself") })
  }

  private static let declarations = """
    import Backstack
    import BackstackViews

    final class Model {}
    @Reducer struct Child {
      @ObservableState struct State: Codable, Equatable { var text = "" }
      enum Action: Codable, Equatable { case tapped }
    }
    @Reducer(state: .codable, .equatable, action: .codable, .equatable) enum Path {
      case child(Child)
      case other(Child)
    }
    @Reducer struct Feature {
      @ObservableState struct State: Codable, Equatable {
        var text = ""
        var path = StackState<Path.State>()
        @Presents var child: Child.State?
        @Presents var alert: AlertState<Never>?
      }
      enum Action: BindableAction, Codable, Equatable {
        case binding(BindingAction<State>)
        case tapped
        case path(StackActionOf<Path>)
        case child(PresentationAction<Child.Action>)
        case alert(PresentationAction<Never>)
      }
    }

    """
}
