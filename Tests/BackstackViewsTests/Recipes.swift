import Backstack
import BackstackViews
import Foundation

// A feature with a stack, presentations, bindings and rows, in the words of the articles.

@Reducer
struct Cookbook {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var recipes: IdentifiedArrayOf<Recipe.State> = []
    var path = StackState<Path.State>()
    var query = ""
    @Presents var destination: Destination.State?
  }

  enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case addButtonTapped
    case present(Int)
    case confirmAddButtonTapped
    case deleteButtonTapped
    case path(StackActionOf<Path>)
    case recipes(IdentifiedActionOf<Recipe>)
    case destination(PresentationAction<Destination.Action>)
    case appeared
    case refreshed
    case deleted(Set<Int>)
    case moved(from: Set<Int>, to: Int)
  }

  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Path {
    case recipe(Recipe)
    case steps(Steps)
  }

  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case add(Recipe)
    case note(Recipe)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Alert>)
  }

  @CasePathable
  enum Alert: Codable, Equatable, Sendable {
    case confirmDeletion
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(Recipe.State(id: state.recipes.count))
      case .present(let id): state.destination = .add(Recipe.State(id: id))
      case .confirmAddButtonTapped:
        if case .add(let recipe) = state.destination { state.recipes.append(recipe) }
        state.destination = nil
      case .deleteButtonTapped:
        state.destination = .alert(
          AlertState {
            TextState("Delete all?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("Keep") }
          } message: {
            TextState("They are gone then.")
          })
      case .destination(.presented(.alert(.confirmDeletion))):
        state.recipes = []
      default: break
      }
      return .none
    }
    .forEach(\.recipes, action: \.recipes) { Recipe() }
    .forEach(\.path, action: \.path)
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct Recipe {
  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var isFavorite = false
    var servings = 2
    var rating = 3.5
    var course = Course.main
    var day: Day?
    var date = Date(timeIntervalSince1970: 0)
    var amount = Amount()
  }

  enum Course: String, CaseIterable, Codable, Hashable, Sendable { case starter, main, dessert }
  enum Day: String, CaseIterable, Codable, Hashable, Sendable { case today, tomorrow }

  struct Amount: Codable, Equatable, Sendable {
    var grams = 100
    var name = "flour"
    /// Kilograms, which are not what is stored.
    var kilograms: Double {
      get { Double(grams) / 1000 }
      set { grams = Int(newValue * 1000) }
    }
  }

  enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case favoriteButtonTapped
    case titleChanged(String)
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .favoriteButtonTapped: state.isFavorite.toggle()
      case .titleChanged(let title): state.title = title
      case .closeButtonTapped: return .run { [dismiss] _ in await dismiss() }
      case .binding: break
      }
      return .none
    }
  }
}

@Reducer
struct Steps {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var step = 1
    @Presents var timer: Recipe.State?
  }

  enum Action: Codable, Equatable, Sendable {
    case nextButtonTapped
    case timer(PresentationAction<Recipe.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .nextButtonTapped { state.step += 1 }
      return .none
    }
    .ifLet(\.$timer, action: \.timer) { Recipe() }
  }
}

struct CookbookView: View {
  @Bindable var store: StoreOf<Cookbook>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      List {
        ForEach(store.scope(state: \.recipes, action: \.recipes)) { store in
          RecipeRow(store: store)
        }
        .onDelete { store.send(.deleted($0)) }
        .onMove { store.send(.moved(from: $0, to: $1)) }
        NavigationLink("Cook", state: Cookbook.Path.State.steps(Steps.State()))
      }
      .searchable(text: $store.query)
      .refreshable { await store.send(.refreshed).finish() }
      .onAppear { store.send(.appeared) }
      .navigationTitle("Recipes")
      .toolbar {
        ToolbarItem(placement: .primaryAction) { Button("Add") { store.send(.addButtonTapped) } }
        Button("Delete all", role: .destructive) { store.send(.deleteButtonTapped) }
      }
      .sheet(item: $store.scope(state: \.destination?.add, action: \.destination.add)) { form in
        RecipeForm(store: form)
          .navigationTitle("New recipe")
          .toolbar { Button("Save") { store.send(.confirmAddButtonTapped) } }
      }
      .popover(item: $store.scope(state: \.destination?.note, action: \.destination.note)) {
        store in
        Text(store.title)
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
      .confirmationDialog($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
    } destination: { store in
      switch store.case {
      case .recipe(let store): RecipeForm(store: store).navigationTitle("Recipe")
      case .steps(let store): StepsView(store: store)
      }
    }
  }
}

struct RecipeRow: View {
  let store: StoreOf<Recipe>

  var body: some View {
    Button(store.title) { store.send(.favoriteButtonTapped) }
  }
}

struct RecipeForm: View {
  @Bindable var store: StoreOf<Recipe>
  @Environment(\.dismiss) var dismiss

  var body: some View {
    Form {
      TextField("Title", text: $store.title)
      TextField("Other title", text: $store.title.sending(\.titleChanged))
      TextField("Ingredient", text: $store.amount.name)
      TextField("Grams", value: $store.amount.grams)
      Toggle("Favorite", isOn: $store.isFavorite)
      Stepper("Servings", value: $store.servings, in: 1...12)
      Slider(value: $store.rating, in: 0...5, step: 0.5) { Text("Rating") }
      Slider(value: $store.amount.kilograms, in: 0...1, step: 0.1) { Text("Kilograms") }
      Picker("Course", selection: $store.course) {
        ForEach(Recipe.Course.allCases, id: \.self) { Text($0.rawValue) }
      }
      Picker("Day", selection: $store.day) {
        Text("Never").tag(Recipe.Day?.none)
        ForEach(Recipe.Day.allCases, id: \.self) { Text($0.rawValue).tag(Recipe.Day?.some($0)) }
      }
      DatePicker("Date", selection: $store.date)
      Button("Both") {
        store.send(.favoriteButtonTapped)
        store.send(.titleChanged("Pie"))
      }
      Button("Nothing") {}
      Button("Disabled") { store.send(.favoriteButtonTapped) }.disabled(true)
      Button("Close") { dismiss() }
    }
  }
}

struct StepsView: View {
  @Bindable var store: StoreOf<Steps>

  var body: some View {
    Text("Step \(store.step)").font(.title).bold()
    Button("Next") { store.send(.nextButtonTapped) }
      .navigationBarBackButtonHidden(store.step > 1)
      .sheet(item: $store.scope(state: \.timer, action: \.timer)) { store in
        Button("Favorite") { store.send(.favoriteButtonTapped) }
      }
  }
}
