import Backstack
import BackstackViews
import Foundation
import Testing

/// What controls send.
@Suite struct ActionTests {
  private func form() throws -> ScreenReader {
    try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) {
      RecipeForm(store: $0)
    }
  }

  @Test("A field's template has the place of its value")
  func fields() throws {
    let form = try form()
    #expect(form.action("Title", "Pie") == #"{"binding":{"title":"Pie"}}"#)
    #expect(form.action("Other title", "Pie") == #"{"titleChanged":"Pie"}"#)
    #expect(form.action("Favorite", true) == #"{"binding":{"isFavorite":true}}"#)
    #expect(form.action("Servings", 4) == #"{"binding":{"servings":4}}"#)
    #expect(form.action("Rating", 4.5) == #"{"binding":{"rating":4.5}}"#)
    #expect(form.action("Course", "dessert") == #"{"binding":{"course":"dessert"}}"#)
    #expect(form.action("Day", "today") == #"{"binding":{"day":"today"}}"#)
    #expect(
      form.action("Date", "2026-01-02T03:04:05Z")
        == #"{"binding":{"date":"2026-01-02T03:04:05Z"}}"#)
  }

  @Test("A field for a Decimal sends a number, also where there is none yet")
  func decimals() throws {
    let screen = try ScreenReader(Store(initialState: Purse.State()) { Purse() }) { store in
      TextField("Price", value: Bindable(store).price)
      TextField("Tip", value: Bindable(store).tip, format: Amount())
    }
    #expect(screen.top.map { $0["type"] as? String } == ["number", "number"])
    #expect(screen.top.map { $0["value"] as? Double } == [1.5, nil])
    #expect(screen.action("Price", 2.25) == #"{"binding":{"price":2.25}}"#)
    #expect(screen.action("Tip", 3) == #"{"binding":{"tip":3}}"#)
  }

  @Test("A slider whose binding sends whole numbers offers whole numbers")
  func wholeNumbers() throws {
    let screen = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      let count = Binding(
        get: { Double(store.servings) }, set: { store.send(.set(\.servings, Int($0))) })
      Slider(value: count, in: 0...10) { Text("Servings") }
      Slider(value: Bindable(store).rating, in: 0...5) { Text("Rating") }
      let halves = Binding(
        get: { store.rating }, set: { store.send(.set(\.rating, ($0 * 2).rounded() / 2)) })
      Slider(value: halves, in: 0...5, step: 0.5) { Text("Halves") }
    }
    #expect(screen.top.map { $0["step"] as? Double } == [1, 0.05, 0.5])
    let wide = try ScreenReader(Store(initialState: Recipe.State(id: 0)) { Recipe() }) { store in
      let count = Binding(
        get: { Double(store.servings) }, set: { store.send(.set(\.servings, Int($0))) })
      Slider(value: count, in: 0...200) { Text("Servings") }
      Slider(value: Bindable(store).rating, in: 0...200) { Text("Rating") }
      Slider(value: Bindable(store).rating, in: 1...1) { Text("Fixed") }
    }
    #expect(wide.top.map { $0["step"] as? Double } == [1, 2, nil])
    let sent = screen.top.map { "\($0["send"] ?? "")" }
    #expect(
      zip(sent, ["integer", "number", "number"]).allSatisfy { $0.contains($1) }, "\(sent)")
  }

  private struct Amount: FormatStyle {
    func format(_ value: Decimal) -> String { "\(value)" }
  }

  @Test("A part of a field is sent with the rest of it")
  func parts() throws {
    let form = try form()
    #expect(
      form.action("Ingredient", "rice")
        == #"{"binding":{"amount":{"grams":100,"name":"rice"}}}"#)
    #expect(form.action("Grams", 7) == #"{"binding":{"amount":{"grams":7,"name":"flour"}}}"#)
  }

  @Test("A value that is converted on its way has an action for each direction")
  func convertedValue() throws {
    let form = try form()
    #expect(form.action("Kilograms") == nil)
    #expect(
      form.action("Kilograms", key: "increment")
        == #"{"binding":{"amount":{"grams":200,"name":"flour"}}}"#)
    #expect(
      form.action("Kilograms", key: "decrement")
        == #"{"binding":{"amount":{"grams":0,"name":"flour"}}}"#)
  }

  @Test("Several sends are a batch; none, and those of a disabled button, are nothing")
  func buttons() throws {
    let form = try form()
    #expect(form.action("Both") == #"[{"favoriteButtonTapped":{}},{"titleChanged":"Pie"}]"#)
    #expect(form.action("Nothing") == nil)
    #expect(form.action("Disabled") == nil)
    // The root can't be dismissed.
    #expect(form.action("Close") == nil)
  }

  @Test("A template has the names of types, and bounds are told")
  func types() throws {
    let body = try form().body
    #expect(body.contains(#""send":{"binding":{"title":{"$value":"string"}}}"#))
    #expect(body.contains(#""send":{"binding":{"servings":{"$value":"integer"}}}"#))
    #expect(body.contains(#""max":12,"min":1"#))
    #expect(body.contains(#"{"binding":{"date":{"$value":"date"}}}"#))
    #expect(body.contains(#"{"binding":{"course":{"$value":"json"}}}"#))
  }

  @Test("Nothing that a view sends changes the store")
  func purity() throws {
    let store = Store(initialState: Recipe.State(id: 0)) { Recipe() }
    _ = try ScreenReader(store) { RecipeForm(store: $0) }
    #expect(store.state == Recipe.State(id: 0))
    #expect(store.actionCount == 0)
  }
}

@Reducer
private struct Purse {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var price = Decimal(sign: .plus, exponent: -1, significand: 15)
    var tip: Decimal?
  }

  enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}
