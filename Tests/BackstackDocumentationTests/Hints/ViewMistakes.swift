/// Code of views that can't work on a server or is not right, and the compiler's message about it.
enum ViewMistakes {
  /// Expressions in the body of a view with a `store` that is not `@Bindable`.
  static let bodies = [
    // A store without '@Bindable'.
    Misuse("TextField(\"A\", text: $store.text)", "cannot find '$store' in scope"),
    Misuse(
      "NavigationStack(path: store.scope(state: \\.path, action: \\.path)) { Text(\"A\") } "
        + "destination: { store in Text(\"B\") }",
      "Declare '@Bindable var store'"),
    // Statements that are no views.
    Misuse("let _ = 1; store.send(.tapped)", "This is not a view."),
    Misuse("Text(\"A\"); print(store.text)", "This is not a view."),
    Misuse("Text(\"A\"); 1", "This is not a view."),
    // Navigation by values.
    Misuse("NavigationLink(value: 1) { Text(\"A\") }", "Pass the state of a screen of the stack"),
    Misuse(
      "NavigationLink { Text(\"A\") } label: { Text(\"B\") }", "A view can't push another one"),
    Misuse(
      "Text(\"A\").navigationDestination(for: Int.self) { Text(\"\\($0)\") }",
      "Push a state of the feature's stack"),
    Misuse(
      "Text(\"A\").sheet(isPresented: .constant(true), onDismiss: { print(1) }) { Text(\"B\") }",
      "React to the dismissal in the reducer"),
    // Modifiers that can't work here.
    Misuse("Text(\"A\").onChange(of: store.text) { print($0) }", "'.onChange(of: \\.name)"),
    Misuse("Text(\"A\").onChange(of: store.text) { print($0, $1) }", "'.onChange(of: \\.name)"),
    Misuse("Text(\"A\").onChange(of: store.text) { print(1) }", "'.onChange(of: \\.name)"),
    Misuse("Text(\"A\").onDisappear { store.send(.tapped) }", "react in the reducer"),
    Misuse("Text(\"A\").onReceive(1) { (_: Int) in }", "There are no publishers"),
    Misuse("Text(\"A\").gesture(1)", "Gestures are the client's"),
    Misuse("Text(\"A\").onLongPressGesture { store.send(.tapped) }", "Gestures are the client's"),
    Misuse("Text(\"A\").onHover { _ in }", "No client says where its pointer is"),
    Misuse("Text(\"A\").matchedGeometryEffect(id: 1, in: 2)", "A client animates by itself"),
    Misuse("Text(\"A\").transaction { _ in }", "A client animates by itself"),
    Misuse("Text(\"A\").environmentObject(store)", "Pass the store to the view"),
    Misuse("Text(\"A\").draggable(1)", "Rows move by '.onMove'"),
    Misuse("Text(\"A\").task(id: store.text) { }", "let the reducer run the effect"),
    Misuse(
      "Text(\"A\").searchable(text: .constant(\"\")) { Text(\"B\") }", "Show suggestions as rows"),
    Misuse("Text(\"A\").searchSuggestions { Text(\"B\") }", "Show suggestions as rows"),
    Misuse(
      "Text(\"A\").searchable(text: .constant(\"\"), isPresented: .constant(true))",
      "delete 'isPresented:'"),
    Misuse(
      "Text(\"A\").inspector(isPresented: .constant(true)) { Text(\"B\") }",
      "'.sheet' or '.popover'"),
    Misuse(
      "Slider(value: .constant(1.5), in: 0...9, onEditingChanged: { _ in })",
      "delete 'onEditingChanged:'"),
    Misuse(
      "Menu(\"A\") { Text(\"B\") } primaryAction: { store.send(.tapped) }",
      "Write a 'Button' for the first action"),
    // Views that draw or measure.
    Misuse("GeometryReader { _ in Text(\"A\") }", "A server knows no sizes"),
    Misuse("Canvas { _, _ in }", "Nothing is drawn on a server"),
    Misuse("TimelineView(1) { _ in Text(\"A\") }", "Text(date, style: .timer)"),
    Misuse("ScrollViewReader { _ in Text(\"A\") }", "The client scrolls"),
    Misuse("NavigationSplitView { Text(\"A\") } detail: { Text(\"B\") }", "NavigationStack"),
    Misuse("EditButton()", "'.onDelete' and '.onMove'"),
    Misuse(
      "ColorPicker(\"A\", selection: .constant(.red))", "offer colors by name in a 'Picker'"),
    Misuse("TabView { Text(\"A\") }", "Pass the tab that is shown"),
    Misuse("List(selection: .constant(1)) { Text(\"A\") }", "that sends what was chosen"),
    Misuse("ForEach(.constant([1])) { $row in Text(\"\\(row)\") }", "Give each row a store"),
    Misuse("List(.constant([1])) { $row in Text(\"\\(row)\") }", "Give each row a store"),
  ]

  /// Members of a view.
  static let members = [
    Misuse("@State var count = 1", "keep the value in the feature's State"),
    Misuse("@State private var name: String?", "keep the value in the feature's State"),
    Misuse("@StateObject var model = Model()", "A view has no objects"),
    Misuse("@EnvironmentObject var model: Model", "A view has no objects"),
    Misuse("@Environment(Model.self) var model", "A view has no objects"),
    Misuse("@AppStorage(\"a\") var isOn = true", "A server has no settings of a person"),
    Misuse("@SceneStorage(\"a\") var isOn = true", "A session keeps its state by itself"),
    Misuse("@GestureState var isOn = true", "Gestures are the client's"),
    Misuse("@Namespace var space", "delete '@Namespace'"),
    Misuse("@Environment(\\.openURL) var openURL", "Write a 'Link'"),
    Misuse("@Environment(\\.colorScheme) var scheme", "The client chooses light or dark"),
    Misuse("@Environment(\\.scenePhase) var phase", "A session has no scenes"),
    Misuse("var path = NavigationPath()", "StackState<Path.State>()"),
    Misuse("struct A: UIViewRepresentable {}", "A server has no views of a system"),
    Misuse("func a() { withTransaction(1) {} }", "delete 'withTransaction'"),
  ]
}
