import Backstack
import BackstackViews
import Foundation
import Testing

/// The words of SwiftUI, each with the whole node that it writes.
@Suite struct WordTests {
  private let address = URL(string: "https://example.com/cat.png")!

  /// Expects that a view is one node.
  private func expect(_ json: String, @ViewBuilder _ view: () -> some View) throws {
    let body = try ScreenReader { view() }.body
    #expect(body == "[\(json)]")
  }

  @Test("A view of one's own kind has a name, what clients need, and what others draw")
  func customViews() throws {
    try expect(
      #"{"fallback":[{"kind":"text","text":"Map"}],"id":"0","kind":"custom","name":"map","#
        + #""properties":{"zoom":3}}"#
    ) {
      CustomView("map", ["zoom": 3]) { Text("Map") }
    }
    try expect(#"{"id":"0","kind":"custom","name":"line","properties":{}}"#) {
      CustomView("line", [String: Int]()) {}
    }
  }

  @Test("Fields say what they are for")
  func fields() throws {
    try expect(
      #"{"id":"0","kind":"textField","prompt":"4 digits","secure":true,"text":"PIN","value":"1"}"#
    ) {
      SecureField("PIN", text: .constant("1"), prompt: Text("4 digits"))
    }
    try expect(
      #"{"id":"0","kind":"textField","multiline":true,"prompt":"Short","text":"Note","value":""}"#
    ) {
      TextField("Note", text: .constant(""), prompt: Text("Short"), axis: .vertical)
    }
    try expect(
      #"{"content":"username","error":"Taken","id":"0","keyboard":"emailAddress","#
        + #""kind":"textField","required":true,"submitLabel":"next","text":"Name","value":""}"#
    ) {
      TextField("Name", text: .constant("")).keyboardType(.emailAddress)
        .textContentType(.username).submitLabel(.next).required().fieldError("Taken")
    }
    try expect(
      #"{"autocorrection":false,"capitalization":"words","id":"0","kind":"textField","#
        + #""text":"Name","value":""}"#
    ) {
      TextField("Name", text: .constant("")).required(false).fieldError(nil)
        .textInputAutocapitalization(.words).autocorrectionDisabled()
    }
  }

  @Test("Links and menus have what they open")
  func links() throws {
    try expect(#"{"id":"0","kind":"link","text":"Cat","url":"https://example.com/cat.png"}"#) {
      Link("Cat", destination: address)
    }
    try expect(
      #"{"icon":"square.and.arrow.up","id":"0","kind":"share","text":"Share","#
        + #""url":"https://example.com/cat.png"}"#
    ) {
      ShareLink(item: address)
    }
    try expect(
      #"{"children":[{"id":"0.","kind":"button","text":"A"}],"id":"0","kind":"menu","#
        + #""text":"More"}"#
    ) {
      Menu("More") { Button("A") {} }
    }
    try expect(#"{"kind":"text","menu":[{"id":"m","kind":"button","text":"B"}],"text":"A"}"#) {
      Text("A").contextMenu { Button("B") {} }
    }
  }

  @Test("A key has the name that events of browsers have")
  func keys() throws {
    func button(_ key: String) -> String {
      #"{"id":"0","kind":"button","shortcut":"\#(key)","text":"A"}"#
    }
    try expect(button("defaultAction")) { Button("A") {}.keyboardShortcut(.defaultAction) }
    try expect(button("s")) { Button("A") {}.keyboardShortcut("s") }
    try expect(button("Enter")) { Button("A") {}.keyboardShortcut(.return) }
    try expect(button("Escape")) { Button("A") {}.keyboardShortcut(.escape, modifiers: []) }
  }

  @Test("Texts, pictures and containers")
  func contents() throws {
    try expect(#"{"kind":"text","markdown":true,"text":"**A**"}"#) { Text(markdown: "**A**") }
    try expect(
      #"{"children":[{"children":[{"kind":"text","text":"A"},{"kind":"text","text":"B"}],"#
        + #""kind":"gridRow"}],"kind":"grid"}"#
    ) {
      Grid {
        GridRow {
          Text("A")
          Text("B")
        }
      }
    }
    try expect(
      #"{"description":"A cat","kind":"image","url":"https://example.com/cat.png"}"#
    ) {
      Image(url: address, description: "A cat")
    }
    for image in [
      AsyncImage(url: address),
      AsyncImage(url: address) {
        $0.resizable()
      } placeholder: {
        ProgressView()
      },
    ] {
      try expect(#"{"kind":"image","url":"https://example.com/cat.png"}"#) { image }
    }
    try expect(
      #"{"axis":"horizontal","children":[{"kind":"text","text":"A"}],"kind":"scroll"}"#
    ) {
      ScrollView(.horizontal) { Text("A") }
    }
    try expect(#"{"children":[{"kind":"text","text":"A"}],"kind":"scroll"}"#) {
      ScrollView { Text("A") }
    }
  }

  @Test("What a client may show of any view")
  func hints() throws {
    try expect(#"{"badge":"2","help":"Why","kind":"text","redacted":true,"text":"A"}"#) {
      Text("A").badge(2).help("Why").redacted(reason: .placeholder)
    }
    try expect(#"{"badge":"New","kind":"text","text":"A"}"#) { Text("A").badge("New") }
    try expect(#"{"kind":"text","text":"A"}"#) {
      Text("A").badge(0).redacted(reason: []).selected(false).accessibilityHidden(false)
    }
    try expect(#"{"id":"0","kind":"button","selected":true,"text":"A","tint":"red"}"#) {
      Button("A") {}.tint(.red).selected()
    }
    try expect(#"{"accessibility":{"value":"Half"},"hidden":true,"kind":"text","text":"A"}"#) {
      Text("A").accessibilityValue("Half").accessibilityHidden(true)
    }
  }

  @Test("Return sends what is said of fields, and in a search what is said of searches")
  func submits() throws {
    func submits(of triggers: SubmitTriggers) throws -> [String?] {
      let screen = try ScreenReader(Store(initialState: Nothing.State()) { Nothing() }) { store in
        TextField("A", text: .constant("")).searchable(text: .constant(""))
          .onSubmit(of: triggers) { store.send(.done) }
      }
      let search = screen.levels.first?["search"] as? [String: Any]
      return [screen.top.first?["submit"], search?["submit"]].map { $0.map(ScreenReader.text) }
    }
    let done = #"{"done":{}}"#
    #expect(try submits(of: .text) == [done, nil])
    #expect(try submits(of: .search) == [nil, done])
    #expect(try submits(of: [.text, .search]) == [done, done])
    let both = try ScreenReader(Store(initialState: Nothing.State()) { Nothing() }) { store in
      TextField("A", text: .constant("")).onSubmit { store.send(.done) }.onSubmit {
        store.send(.done)
      }
    }
    #expect(both.top.first?["submit"].map(ScreenReader.text) == "[\(done),\(done)]")
  }

  @Test("Each of several rows sends its position, and that before which a person moves it")
  func moves() throws {
    let state = Cookbook.State(recipes: [
      Recipe.State(id: 7, title: "Pie"), Recipe.State(id: 8, title: "Soup"),
    ])
    let screen = try ScreenReader(Store(initialState: state) { Cookbook() }) {
      CookbookView(store: $0)
    }
    #expect(screen.action("Pie", 2, key: "move") == #"{"moved":{"from":[0],"to":2}}"#)
    #expect(screen.action("Soup", 0, key: "move") == #"{"moved":{"from":[1],"to":0}}"#)
  }

  @Test(
    "A sheet has a second title and heights, and may be closed by its own controls only",
    arguments: [true, false])
  func sheets(isDismissalDisabled: Bool) throws {
    let screen = try ScreenReader(Store(initialState: Nothing.State()) { Nothing() }) { store in
      let isShown = Binding(get: { true }, set: { _ in store.send(.done) })
      Text("Below").sheet(isPresented: isShown) {
        Text("Above").navigationSubtitle("Second").presentationDetents([.medium, .large])
          .interactiveDismissDisabled(isDismissalDisabled)
      }
    }
    let sheet = try #require(screen.levels.last)
    #expect(sheet["subtitle"] as? String == "Second")
    #expect(sheet["detents"] as? [String] == ["large", "medium"])
    #expect(screen.closing() == (isDismissalDisabled ? nil : #"{"done":{}}"#))
  }
}
