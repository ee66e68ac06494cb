import Backstack
import BackstackViews
import Foundation
import Testing

/// The words of SwiftUI, and the nodes that they write.
@Suite struct VocabularyTests {
  @Test("Numbers in fields are JSON numbers, and dates ISO 8601, whatever their format")
  func rawValues() throws {
    let number = try ScreenReader { TextField("Price", value: .constant(2.5), format: Loud()) }
    #expect(number.top.first?["value"] as? Double == 2.5)
    #expect(number.top.first?["type"] as? String == "number")
    let date = try ScreenReader {
      TextField("Day", value: .constant(Date(timeIntervalSince1970: 60)), format: Loud())
    }
    #expect(date.top.first?["value"] as? String == "1970-01-01T00:01:00Z")
  }

  /// A format that no client gets to see.
  private struct Loud<Value: Sendable>: FormatStyle {
    func format(_ value: Value) -> String { "\(value)!" }
  }

  @Test("Texts can be parts of others, count to a time, and have the formats of C")
  func texts() throws {
    let end = Date(timeIntervalSince1970: 60)
    let screen = try ScreenReader {
      Text("A \(Text("bold").bold()) word")
      Text("\(3.14159, specifier: "%.2f") \(-0.5, specifier: "%.0f") \(7, specifier: "%02d")")
      Text(timerInterval: Date(timeIntervalSince1970: 0)...end)
    }
    #expect(screen.texts == ["A bold word", "3.14 -0 07", nil])
    let formats = try ScreenReader {
      Text(
        "\(1.5, specifier: "%.1f%%")|\(0.5, specifier: "%g")|\(1.0, specifier: "%.10f")|\(2.675, specifier: "%.2f €")"
      )
      Text(
        "\(5, specifier: "%3d")|\(255, specifier: "%x")|\(-5, specifier: "%+04lld")|\(UInt8(7), specifier: "%d")"
      )
      // What is no format of such a number shows the number.
      Text(
        "\(5, specifier: "%s")|\(5, specifier: "%n")|\(0.5, specifier: "%d")|\(5, specifier: "%d %d")|\(5, specifier: "")"
      )
    }
    #expect(
      formats.texts == [
        "1.5%|0.5|1.0000000000|2.67 €", "  5|ff|-005|7", "5|5|0.5|5|5",
      ])
    #expect(screen.top.last?["format"] as? String == "timer")
    #expect(screen.top.last?["value"] as? String == "1970-01-01T00:01:00Z")
  }

  @Test("A field for a long text has the name of what is around it, unless it has one of its own")
  func longTexts() throws {
    let screen = try ScreenReader {
      Section("Notes") { TextEditor(text: .constant("")) }
      Section("Notes") { TextEditor(text: .constant("")).accessibilityLabel("Recipe") }
      Section("Notes") { Section { TextEditor(text: .constant("")) } }
      Section("Delivery") { LabeledContent("Note") { TextEditor(text: .constant("")) } }
      Section("Delivery") { DisclosureGroup("More") { TextEditor(text: .constant("")) } }
      TextEditor(text: .constant(""))
    }
    func name(_ node: [String: Any]?) -> String? {
      (node?["accessibility"] as? [String: Any])?["label"] as? String
    }
    let names = screen.top.map { node in
      var node = node
      while let inner = (node["children"] as? [[String: Any]])?.first { node = inner }
      return name(node)
    }
    #expect(names == ["Notes", "Recipe", nil, "Note", "More", nil])
  }

  @Test("What only moves pixels is not written")
  func pixels() throws {
    let plain = try ScreenReader { Text("A") }
    let painted = try ScreenReader {
      Text("A").padding(.horizontal, 8).padding().frame(maxWidth: .infinity, alignment: .leading)
        .background { Color.red }
        .background(Color.white, in: RoundedRectangle(cornerRadius: 8)).clipShape(.capsule)
        .shadow(radius: 2).lineLimit(2).textCase(.uppercase).listRowInsets(EdgeInsets())
        .listRowBackground(Color.clear).scrollContentBackground(.hidden).controlSize(.large)
        .toolbar(.hidden, for: .navigationBar)
        .transition(.move(edge: .top).combined(with: .opacity))
        .animation(.easeInOut(duration: 1), value: 1).preferredColorScheme(.dark)
        .labelStyle(OwnLabelStyle())
    }
    #expect(painted.body == plain.body)
  }

  private struct OwnLabelStyle: LabelStyle {
    func makeBody(configuration: Configuration) -> some View {
      HStack {
        configuration.title
        configuration.icon
      }
    }
  }

  private struct OwnButtonStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
      configuration.label.opacity(configuration.isPressed ? 0.5 : 1)
    }
  }

  @Test("Styles have their names; looks of one's own say nothing")
  func styles() throws {
    let screen = try ScreenReader {
      Button("A") {}.buttonStyle(.borderedProminent)
      Button("B") {}.buttonStyle(OwnButtonStyle())
      Toggle("C", isOn: .constant(true)).toggleStyle(.switch)
      ProgressView().progressViewStyle(.circular)
    }
    #expect(
      screen.top.map { $0["style"] as? String }
        == ["borderedProminent", nil, "switch", "circular"])
  }

  @Test("Looks reach the texts and controls inside; the innermost count, once")
  func looks() throws {
    let screen = try ScreenReader {
      VStack {
        Text("A").bold()
        Text("B").font(.title).foregroundStyle(.red)
        Image(systemName: "star")
        Button("C") {}
        Picker("D", selection: .constant(1)) { Text("1").tag(1) }
        List { Text("E") }
      }
      .font(.caption2).foregroundStyle(.secondary).multilineTextAlignment(.center)
      .buttonStyle(.bordered).listStyle(.plain)
      .pickerStyle(.segmented)
    }
    let column = try #require(screen.top.first)
    #expect(column.keys.sorted() == ["children", "kind"])
    let nodes = try #require(column["children"] as? [[String: Any]])
    #expect(
      nodes.map { $0["style"] as? String }
        == ["caption", "title", nil, "bordered", "segmented", "plain"])
    #expect(
      nodes.map { $0["color"] as? String }
        == ["secondary", "red", "secondary", "secondary", "secondary", nil])
    #expect(nodes[0]["bold"] as? Bool == true)
    #expect(nodes[0]["align"] as? String == "center")
  }

  @Test("An icon keeps its name where it has a color")
  func icons() throws {
    let screen = try ScreenReader {
      Label {
        Text("A")
      } icon: {
        Image(systemName: "star").foregroundStyle(.yellow)
      }
      Button {
      } label: {
        Image(systemName: "trash").foregroundStyle(.red).font(.title)
      }
    }
    #expect(screen.top[0]["icon"] as? String == "star")
    #expect(screen.top[0]["color"] as? String == "yellow")
    #expect(
      ScreenReader.text(screen.top[1]["label"] ?? 0)
        == #"[{"color":"red","icon":"trash","kind":"icon"}]"#)
  }

  @Test("A row is swiped from both edges")
  func swipes() throws {
    let store = Store(initialState: Nothing.State()) { Nothing() }
    let screen = try ScreenReader(store) { store in
      Text("A")
        .swipeActions { Button("B") { store.send(.done) } }
        .swipeActions(edge: .leading) { Button("C") { store.send(.done) } }
    }
    let swipe = try #require(screen.top.first?["swipe"] as? [[String: Any]])
    #expect(swipe.map { $0["text"] as? String } == ["B", "C"])
    #expect(swipe.map { $0["edge"] as? String } == [nil, "leading"])
    #expect(Set(swipe.map { $0["id"] as? String }).count == 2)
  }

  @Test("What a person hears stands in one object")
  func accessibility() throws {
    let screen = try ScreenReader {
      Image(systemName: "trash").accessibilityLabel("Delete").accessibilityHint("For ever")
        .accessibilityIdentifier("delete")
        .accessibilityLabel("Outer")
    }
    #expect(
      ScreenReader.text(screen.top.first?["accessibility"] ?? 0)
        == #"{"hint":"For ever","id":"delete","label":"Delete"}"#)
  }

  private struct Important: ViewModifier {
    func body(content: Content) -> some View {
      content.bold()
      Divider()
    }
  }

  @ViewBuilder private func part(_ isLong: Bool) -> some View {
    if isLong { Text("Long") } else { Text("Short") }
  }

  @Test("Modifiers, functions and values of the surroundings are a program's own")
  func own() throws {
    let screen = try ScreenReader {
      Text("Fire").modifier(Important())
      part(true)
      Reader().environment(\.flavor, "mint")
      Reader()
      Text("Gone").hidden()
    }
    #expect(screen.texts == ["Fire", nil, "Long", "mint", "plain"])
    #expect(screen.top.map { $0["bold"] as? Bool } == [true, nil, nil, nil, nil])
  }

  private struct Reader: View {
    @Environment(\.flavor) private var flavor
    var body: some View { Text(flavor) }
  }

  @Test("A view over another one, at an edge, and in a grid")
  func places() throws {
    let screen = try ScreenReader {
      Text("A").overlay { Text("B") }
      Text("C").safeAreaInset(edge: .bottom) { Text("D") }
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 80))]) { Text("E") }
      GroupBox("F") { Text("G") }
    }
    #expect(
      screen.top.map { $0["kind"] as? String } == ["layers", "text", "text", "column", "section"])
  }

  @Test("The options of a picker are one list, whatever sections they have")
  func sections() throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      Picker(selection: Bindable(store).course, label: Text("Course")) {
        Section("Small") { Text("Starter").tag(Recipe.Course.starter) }
        Divider()
        Section("Large") { Text("Main").tag(Recipe.Course.main) }
      }
    }
    let options = screen.top.first?["options"] as? [[String: Any]]
    #expect(options?.map { $0["text"] as? String } == ["Starter", "Main"])
    #expect(screen.action("Course", "main") == #"{"binding":{"course":"main"}}"#)
  }

  @Test("Where no template fits all options, each has its own actions")
  func ownActions() throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      let choice = Binding(
        get: { "none" },
        set: {
          store.send($0 == "favorite" ? .favoriteButtonTapped : .titleChanged("Plain \($0)"))
        })
      Picker("Choice", selection: choice) {
        Text("Favorite").tag("favorite")
        Text("Pie").tag("pie")
      }
    }
    let picker = try #require(screen.top.first)
    #expect(picker["send"] == nil)
    let options = try #require(picker["options"] as? [[String: Any]])
    #expect(
      options.map { ScreenReader.text($0["send"] ?? 0) }
        == [#"{"favoriteButtonTapped":{}}"#, #"{"titleChanged":"Plain pie"}"#])
  }

  @Test("An option whose tag is no value of the selection sends nothing, least of all another's")
  func foreignTag() throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      Picker("Title", selection: Bindable(store).title) {
        Text("One").tag("1")
        Text("Two").tag(2)
      }
    }
    let picker = try #require(screen.top.first)
    #expect(picker["send"] == nil)
    let options = try #require(picker["options"] as? [[String: Any]])
    #expect(
      options.map { $0["send"].map(ScreenReader.text) }
        == [#"{"binding":{"title":"1"}}"#, nil])
  }

  @Test("A gauge has what says its value")
  func gauge() throws {
    let screen = try ScreenReader {
      Gauge(value: 3, in: 0...10) {
        Text("Used")
      } currentValueLabel: {
        Text("3 of 10")
      }
    }
    #expect(
      screen.body
        == #"[{"children":[{"kind":"text","text":"3 of 10"}],"kind":"gauge","max":10,"min":0,"#
        + #""text":"Used","value":3}]"#)
  }

  @Test(
    "Each row of several gets its own actions, as usable as where they are written, and its own menu"
  )
  func sharedActions() throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      Group {
        ForEach(["a", "b"], id: \.self) { Text($0).disabled(true) }
        Text("c")
      }
      .swipeActions { Button("Inner") { store.send(.set(\.servings, 1)) } }
      .swipeActions { Button("Outer") { store.send(.set(\.servings, 2)) } }
      .contextMenu { Button("Held") { store.send(.set(\.servings, 3)) } }
    }
    func buttons(_ member: String) -> [[String: Any]] {
      screen.top.flatMap { $0[member] as? [[String: Any]] ?? [] }
    }
    let all = buttons("swipe") + buttons("menu")
    #expect(Set(all.compactMap { $0["id"] as? String }).count == 9)
    #expect(
      buttons("swipe").compactMap { $0["text"] as? String }
        == Array(repeating: ["Inner", "Outer"], count: 3).flatMap(\.self))
    #expect(all.allSatisfy { $0["send"] != nil })
  }

  @Test("A date may have one bound, and a number may be missing")
  func bounds() throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      DatePicker("Date", selection: Bindable(store).date, in: Date(timeIntervalSince1970: 0)...)
        .datePickerStyle(.graphical)
      DatePicker(selection: Bindable(store).date, in: ...Date(timeIntervalSince1970: 60)) {
        Text("Until")
      }
    }
    #expect(screen.top.last?["max"] as? String == "1970-01-01T00:01:00Z")
    #expect(screen.top.last?["text"] as? String == "Until" && screen.top.last?["min"] == nil)
    #expect(screen.top.first?["min"] as? String == "1970-01-01T00:00:00Z")
    #expect(screen.top.first?["max"] == nil)
    #expect(screen.top.first?["style"] as? String == "graphical")
  }

  @Test("A value of the surroundings that may be absent has its default, and may be set to nothing")
  func optionalEnvironment() throws {
    let screen = try ScreenReader {
      SizeView()
      SizeView().environment(\.size, 7)
      SizeView().environment(\.size, nil)
    }
    #expect(screen.texts == ["42", "7", "none"])
  }

  @Test("Of how texts look, what is inside wins, and modifiers before fonts")
  func innerLooks() throws {
    let screen = try ScreenReader {
      Group {
        Text("A").bold(false)
        Text("B").font(.caption)
        Text("C").font(.caption).bold()
        Text("D")
        Group { Text("E") }.font(.body)
        Group { Text("F") }.bold(false)
        Text("G").italic(false)
      }
      .font(.title.bold())
      Group { Text("H").font(.caption) }.bold()
    }
    #expect(screen.top.map { $0["bold"] as? Bool } == [nil, nil, true, true, nil, nil, true, true])
  }

  @Test("A link that is disabled says so")
  func disabledLinks() throws {
    let url = try #require(URL(string: "https://example.org"))
    let screen = try ScreenReader {
      Link("A", destination: url).disabled(true)
      ShareLink("B", item: "b").disabled(true)
      Link("C", destination: url)
    }
    #expect(screen.top.map { $0["disabled"] as? Bool } == [true, true, nil])
  }

  @Test("A list of a feature's rows has the ids of their states, and names what is wrong in a row")
  func listOfStores() throws {
    let state = Cookbook.State(recipes: [Recipe.State(id: 7, title: "Pie")])
    let screen = try ScreenReader(Store(initialState: state) { Cookbook() }) { store in
      List(store.scope(state: \.recipes, action: \.recipes)) { store in Text(store.title) }
      ForEach(store.scope(state: \.recipes, action: \.recipes)) { Text($0.title) }
    }
    let rows = screen.top.first?["children"] as? [[String: Any]]
    #expect(rows?.map { $0["text"] as? String } == ["Pie"])
    #expect(rows?.first?["id"] as? String == "0.7" && screen.top.last?["id"] as? String == "1.7")
  }

  @Test("Rows of stores with their positions have the ids of the states")
  func enumeratedStores() throws {
    let state = Cookbook.State(recipes: [Recipe.State(id: 7, title: "Pie")])
    let screen = try ScreenReader(Store(initialState: state) { Cookbook() }) { store in
      ForEach(
        Array(store.scope(state: \.recipes, action: \.recipes).enumerated()), id: \.element
      ) { position, store in
        Button("\(position) \(store.title)") { store.send(.favoriteButtonTapped) }
      }
      ForEach(store.scope(state: \.recipes, action: \.recipes), id: \.state.id) { store in
        Button(store.title) { store.send(.favoriteButtonTapped) }
      }
      ForEach(Array(store.scope(state: \.recipes, action: \.recipes))) { store in
        Text(store.title)
      }
    }
    #expect(screen.top.map { $0["id"] as? String } == ["0.7", "1.7", "2.7"])
    #expect(
      screen.action("0 Pie")
        == #"{"recipes":{"element":{"action":{"favoriteButtonTapped":{}},"id":7}}}"#)
  }
}

private struct SizeKey: EnvironmentKey {
  static let defaultValue: Int? = 42
}

extension EnvironmentValues {
  fileprivate var size: Int? {
    get { self[SizeKey.self] }
    set { self[SizeKey.self] = newValue }
  }
}

private struct SizeView: View {
  @Environment(\.size) var size
  var body: some View { Text(size.map { "\($0)" } ?? "none") }
}

private struct FlavorKey: EnvironmentKey {
  static let defaultValue = "plain"
}

extension EnvironmentValues {
  fileprivate var flavor: String {
    get { self[FlavorKey.self] }
    set { self[FlavorKey.self] = newValue }
  }
}

extension ScreenReader {
  /// The texts of the top-most level's nodes.
  fileprivate var texts: [String?] { top.map { $0["text"] as? String } }
}

/// Alerts and dialogs that a view describes, the focus, and what the article of today's version has.
@Suite struct DescribedTests {
  private func screen(_ state: Wardrobe.State) throws -> ScreenReader {
    try ScreenReader(Store(initialState: state) { Wardrobe() }) { WardrobeView(store: $0) }
  }

  @Test("An alert's buttons do what they say, and close it")
  func alert() throws {
    let alert = try screen(Wardrobe.State(isAsking: true))
    #expect(alert.levels.last?["style"] as? String == "alert")
    #expect(alert.levels.last?["title"] as? String == "Burn all?")
    #expect(
      ScreenReader.text(alert.levels.last?["message"] ?? 0)
        == #"[{"kind":"text","text":"They are gone then."}]"#)
    #expect(alert.action("Burn") == #"[{"burnButtonTapped":{}},{"binding":{"isAsking":false}}]"#)
    #expect(alert.action("Keep") == #"{"binding":{"isAsking":false}}"#)
  }

  @Test("A dialog about a value has its texts, and a button if it has none of its own")
  func dialog() throws {
    let dialog = try screen(Wardrobe.State(isChoosing: true, coat: "fur"))
    #expect(dialog.levels.last?["style"] as? String == "confirmationDialog")
    #expect(dialog.levels.last?["title"] == nil)
    #expect(dialog.action("Sell fur") != nil)
    let hat = try screen(Wardrobe.State(isChoosing: true, hat: "bowler"))
    #expect(hat.levels.last?["title"] as? String == "Hat" && hat.levels.last?["message"] == nil)
    #expect(try screen(Wardrobe.State(isChoosing: true)).levels.count == 1)
    let note = try screen(Wardrobe.State(isNoted: true))
    #expect(note.action("OK") == #"{"binding":{"isNoted":false}}"#)
  }

  @Test("The focus is a field of the state")
  func focus() throws {
    let screen = try screen(Wardrobe.State(focus: .name))
    let fields = screen.top.filter { $0["kind"] as? String == "textField" }
    #expect(fields.map { $0["focused"] as? Bool } == [nil, true, nil])
    #expect(screen.action("Size", key: "focus") == #"{"binding":{"focus":"size"}}"#)
  }

  @Test("A binding of a store's own property sends what its setter sends")
  func ownProperty() throws {
    let screen = try screen(Wardrobe.State())
    #expect(screen.action("Wool", true) == #"{"featureToggled":{}}"#)
    #expect(screen.action("Tab", "b") == #"{"tabChanged":"b"}"#)
  }

  @Test("A toggle that sends another action for each value sends that of the value it gets")
  func switches() throws {
    for isOn in [true, false] {
      let screen = try ScreenReader(Store(initialState: Wardrobe.State()) { Wardrobe() }) { store in
        let isLit = Binding(
          get: { isOn },
          set: { store.send($0 ? .burnButtonTapped : .featureToggled) })
        Toggle("Light", isOn: isLit)
      }
      #expect(
        screen.action("Light", !isOn)
          == (isOn ? #"{"featureToggled":{}}"# : #"{"burnButtonTapped":{}}"#))
    }
  }

  @Test("A destination can be scoped to a case by its name")
  func caseOfBinding() throws {
    let screen = try screen(Wardrobe.State(destination: .shoe(Shoe.State())))
    #expect(screen.levels.last?["style"] as? String == "sheet")
    #expect(screen.closing() == #"{"destination":{"dismiss":{}}}"#)
    #expect(
      screen.action("Polish red")
        == #"{"destination":{"presented":{"shoe":{"polishButtonTapped":{}}}}}"#)
    #expect(try self.screen(Wardrobe.State(destination: .shelf(Shelf.State()))).levels.count == 1)
  }

  @Test("A view with @ViewAction sends what a person does")
  func viewAction() throws {
    #expect(try screen(Wardrobe.State()).action("Wear") == #"{"view":{"wearButtonTapped":{}}}"#)
  }

  @Test("A closure that changes a field sends the binding that does")
  func changedField() throws {
    let wardrobe = try screen(Wardrobe.State())
    #expect(wardrobe.action("Note") == #"{"binding":{"isNoted":true}}"#)
    #expect(wardrobe.action("Done") == #"{"binding":{"focus":null}}"#)
  }

  @Test("A field is bound to the binding action of what a person does")
  func viewBinding() throws {
    let drawer = try ScreenReader(Store(initialState: Drawer.State()) { Drawer() }) {
      DrawerView(store: $0)
    }
    #expect(drawer.action("Label") == #"{"view":{"binding":{"label":{"$value":"string"}}}}"#)
    #expect(drawer.action("Open") == #"{"view":{"binding":{"isOpen":{"$value":"boolean"}}}}"#)
    #expect(drawer.action("Shut") == #"{"view":{"binding":{"isOpen":false}}}"#)
  }
}

@Reducer
struct Drawer {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var label = ""
    var isOpen = false
  }

  enum Action: ViewAction, Codable, Equatable, Sendable {
    case view(View)

    @CasePathable
    enum View: BindableAction, Codable, Equatable, Sendable {
      case binding(BindingAction<State>)
    }
  }

  var body: some ReducerOf<Self> { BindingReducer(action: \.view) }
}

private struct DrawerView: View {
  @Bindable var store: StoreOf<Drawer>

  var body: some View {
    TextField("Label", text: $store.label)
    Toggle("Open", isOn: $store.isOpen)
    Button("Shut") { store.isOpen = false }
  }
}

@Reducer
struct Wardrobe {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var isAsking = false
    var isChoosing = false
    var isNoted = false
    var coat: String?
    var hat: String?
    var name = ""
    var focus: Field?
    var tab = "a"
    @Presents var destination: Destination.State?
  }

  enum Field: String, Codable, Hashable, Sendable { case name, size }

  enum Action: BindableAction, ViewAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case burnButtonTapped
    case featureToggled
    case tabChanged(String)
    case destination(PresentationAction<Destination.Action>)
    case view(View)

    @CasePathable
    enum View: Codable, Equatable, Sendable { case wearButtonTapped }
  }

  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case shoe(Shoe)
    case shelf(Shelf)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    EmptyReducer().ifLet(\.$destination, action: \.destination)
  }
}

extension StoreOf<Wardrobe> {
  fileprivate subscript(hasFeature name: String) -> Bool {
    get { state.name == name }
    set { send(.featureToggled) }
  }
}

@ViewAction(for: Wardrobe.self)
private struct WardrobeView: View {
  @Bindable var store: StoreOf<Wardrobe>
  @FocusState private var focus: Wardrobe.Field?

  var body: some View {
    Button("Wear") { send(.wearButtonTapped) }
    Button("Note") { store.isNoted.toggle() }
    Button("Done") { focus = nil }
    Toggle("Wool", isOn: $store[hasFeature: "wool"])
    TextField("Tab", text: $store.tab.sending(\.tabChanged))
    Group {
      TextField("Name", text: $store.name).focused($focus, equals: .name)
      TextField("Size", text: $store.name).focused($focus, equals: .size)
    }
    .bind($store.focus, to: $focus)
    Color.clear
      .alert("Burn all?", isPresented: $store.isAsking) {
        Button("Burn", role: .destructive) { store.send(.burnButtonTapped) }
        Button("Keep", role: .cancel) {}
      } message: {
        Text("They are gone then.")
      }
      .alert("Noted", isPresented: $store.isNoted) {}
      .confirmationDialog(
        "Coat", isPresented: $store.isChoosing, titleVisibility: .hidden, presenting: store.coat
      ) { coat in
        Button("Sell \(coat)") { store.send(.burnButtonTapped) }
      } message: { coat in
        Text(coat)
      }
      .confirmationDialog("Hat", isPresented: $store.isChoosing, presenting: store.hat) { hat in
        Button("Sell \(hat)") { store.send(.burnButtonTapped) }
      }
      .sheet(item: $store.scope(state: \.destination, action: \.destination).shoe) { store in
        ShoeView(store: store)
      }
  }
}

#Preview {
  WardrobeView(store: Store(initialState: Wardrobe.State()) { Wardrobe() })
}

private struct WardrobePreviews: PreviewProvider {
  static var previews: some View {
    WardrobeView(store: Store(initialState: Wardrobe.State()) { Wardrobe() })
  }
}
