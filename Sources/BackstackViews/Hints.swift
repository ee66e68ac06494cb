// Names of SwiftUI that can't work for a view that is evaluated on a server. They exist so that the
// compiler can say what to write instead.

// MARK: State in views
@available(
  *, unavailable,
  message: "A view has no state: keep the value in the feature's State, and write '$store.name'."
)
@propertyWrapper
public struct State<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
  public init(wrappedValue: Value) { fatalError() }
  public init(initialValue: Value) { fatalError() }
  public init() where Value: ExpressibleByNilLiteral { fatalError() }
}
@available(
  *, unavailable,
  message:
    "A view has no objects: keep their values in the feature's State, and their work in effects."
)
@propertyWrapper
public struct StateObject<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
  public init(wrappedValue: Value) { fatalError() }
}
@available(
  *, unavailable,
  message:
    "A view has no objects: keep their values in the feature's State, or behind a dependency."
)
@propertyWrapper
public struct EnvironmentObject<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
  public init() { fatalError() }
}
@available(
  *, unavailable,
  message: "A server has no settings of a person: keep the value in the feature's State."
)
@propertyWrapper
public struct AppStorage<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
  public init(wrappedValue: Value, _ key: String) { fatalError() }
}
@available(
  *, unavailable,
  message: "A session keeps its state by itself: keep the value in the feature's State."
)
@propertyWrapper
public struct SceneStorage<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
  public init(wrappedValue: Value, _ key: String) { fatalError() }
}
@available(
  *, unavailable,
  message: "Gestures are the client's: send an action when something was chosen."
)
@propertyWrapper
public struct GestureState<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
  public init(wrappedValue: Value) { fatalError() }
}
/// A placeholder for the identity of animations.
@available(*, unavailable, message: "A client animates by itself: delete '@Namespace'.")
@propertyWrapper
public struct Namespace {
  /// A placeholder for the name of an identity.
  public struct ID: Hashable, Sendable {}
  public var wrappedValue: ID { fatalError() }
  public init() { fatalError() }
}

// MARK: Views that draw or measure
@available(*, unavailable, message: "A server knows no sizes: leave the layout to the client.")
public struct GeometryReader<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: (GeometryProxy) -> Content) { fatalError() }
  public func _write(to writer: ScreenWriter) {}
}
/// A placeholder for the size of a view.
public struct GeometryProxy: Sendable {
  public var size: (width: Double, height: Double) { fatalError() }
}
@available(
  *, unavailable, message: "The client scrolls: tell it what matters by the order of the views."
)
public struct ScrollViewReader<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: (Never) -> Content) { fatalError() }
  public func _write(to writer: ScreenWriter) {}
}
@available(
  *, unavailable, message: "Nothing is drawn on a server: write a 'CustomView' that clients know."
)
public struct Canvas: PrimitiveView {
  public init(renderer: (Never, Never) -> Void) { fatalError() }
  public func _write(to writer: ScreenWriter) {}
}
@available(
  *, unavailable,
  message:
    "Write 'Text(date, style: .timer)', which the client counts, or send from an effect with a clock."
)
public struct TimelineView<Schedule, Content: View>: PrimitiveView {
  public init(_ schedule: Schedule, @ViewBuilder content: (Never) -> Content) { fatalError() }
  public func _write(to writer: ScreenWriter) {}
}
@available(
  *, unavailable, message: "Write 'NavigationStack': wide clients show its screens side by side."
)
public struct NavigationSplitView<Sidebar: View, Detail: View>: PrimitiveView {
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
    fatalError()
  }
  public func _write(to writer: ScreenWriter) {}
}
@available(
  *, unavailable, message: "No client can send a Color: offer colors by name in a 'Picker'."
)
public struct ColorPicker: PrimitiveView {
  public init(_ title: some StringProtocol, selection: Binding<Color>, supportsOpacity: Bool = true)
  { fatalError() }
  public func _write(to writer: ScreenWriter) {}
}
@available(*, unavailable, message: "A server knows no sizes: leave the layout to the client.")
public struct ViewThatFits<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public func _write(to writer: ScreenWriter) {}
}
@available(
  *, unavailable,
  message: "Clients offer what '.onDelete' and '.onMove' do by themselves: delete the button."
)
public struct EditButton: PrimitiveView {
  public init() { fatalError() }
  public func _write(to writer: ScreenWriter) {}
}
/// A placeholder for a path of values of any types.
@available(
  *, unavailable,
  message: "Write 'var path = StackState<Path.State>()' in the feature's State."
)
public struct NavigationPath: Sendable {
  public init() { fatalError() }
}

/// The name in earlier versions of SwiftUI.
@available(*, deprecated, renamed: "NavigationStack")
public typealias NavigationView = NavigationStack
@available(
  *, unavailable,
  message: "A server has no views of a system: write a 'CustomView' that clients know."
)
public protocol UIViewRepresentable {}
@available(
  *, unavailable,
  message: "A server has no views of a system: write a 'CustomView' that clients know."
)
public protocol UIViewControllerRepresentable {}
@available(
  *, unavailable,
  message: "A server has no views of a system: write a 'CustomView' that clients know."
)
public protocol NSViewRepresentable {}
// MARK: Functions and modifiers

@available(*, unavailable, message: "A client animates by itself: delete 'withTransaction'.")
public func withTransaction<Transaction, Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result { fatalError() }

extension View {
  @available(
    *, unavailable,
    message: "React to the change in the reducer: '.onChange(of: \\.name) { old, new in … }'."
  )
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: (Value, Value) -> Void
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "React to the change in the reducer: '.onChange(of: \\.name) { old, new in … }'."
  )
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: () -> Void
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "React to the change in the reducer: '.onChange(of: \\.name) { old, new in … }'."
  )
  public func onChange<Value: Equatable>(of value: Value, perform action: (Value) -> Void) -> Never
  { fatalError() }
  @available(
    *, unavailable,
    message: "There are no publishers: subscribe in an effect of the reducer, '.run { send in … }'."
  )
  public func onReceive<Publisher, Value>(
    _ publisher: Publisher, perform action: (Value) -> Void
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message:
      "No client says that it leaves a screen: react in the reducer to 'popFrom' or 'dismiss'."
  )
  public func onDisappear(perform action: (() -> Void)? = nil) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Gestures are the client's: write '.onTapGesture', '.swipeActions' or '.contextMenu'."
  )
  public func gesture<Gesture>(_ gesture: Gesture) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Gestures are the client's: write '.onTapGesture', '.swipeActions' or '.contextMenu'."
  )
  public func simultaneousGesture<Gesture>(_ gesture: Gesture) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Gestures are the client's: write '.onTapGesture', '.swipeActions' or '.contextMenu'."
  )
  public func highPriorityGesture<Gesture>(_ gesture: Gesture) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Gestures are the client's: write '.onTapGesture', '.swipeActions' or '.contextMenu'."
  )
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, perform action: () -> Void
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "No client says where its pointer is: write '.help' for a text that it shows there."
  )
  public func onHover(perform action: (Bool) -> Void) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Show rows that can't be deleted in a ForEach of their own, without '.onDelete'."
  )
  public func deleteDisabled(_ isDisabled: Bool) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Show rows that can't be moved in a ForEach of their own, without '.onMove'."
  )
  public func moveDisabled(_ isDisabled: Bool) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Write '.toolbar { ToolbarItem(placement: .topBarTrailing) { … } }'."
  )
  public func navigationBarItems(leading: some View, trailing: some View) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Write '.toolbar { ToolbarItem(placement: .topBarTrailing) { … } }'."
  )
  public func navigationBarItems(trailing: some View) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Write '.toolbar { ToolbarItem(placement: .topBarLeading) { … } }'."
  )
  public func navigationBarItems(leading: some View) -> Never { fatalError() }
  @available(*, unavailable, message: "Write a 'Button', or '.swipeActions' for a row.")
  public func accessibilityAction(_ handler: () -> Void) -> Never { fatalError() }
  @available(*, unavailable, message: "Write a 'Button', or '.swipeActions' for a row.")
  public func accessibilityAction(
    named name: some StringProtocol, _ handler: () -> Void
  ) -> Never { fatalError() }
  @available(*, unavailable, message: "Rows move by '.onMove' of a ForEach.")
  public func onDrag<Item>(_ data: () -> Item) -> Never { fatalError() }
  @available(*, unavailable, message: "Rows move by '.onMove' of a ForEach.")
  public func draggable<Item>(_ payload: Item) -> Never { fatalError() }
  @available(*, unavailable, message: "Rows move by '.onMove' of a ForEach.")
  public func dropDestination<Item>(
    for type: Item.Type, action: ([Item], Never) -> Bool
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "A client opens addresses: push the state in the reducer when its action arrives."
  )
  public func onOpenURL(perform action: (Never) -> Void) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "A client animates by itself: delete '.matchedGeometryEffect'."
  )
  public func matchedGeometryEffect<ID: Hashable, Space>(
    id: ID, in namespace: Space
  ) -> Never { fatalError() }
  @available(*, unavailable, message: "A client animates by itself: delete '.transaction'.")
  public func transaction(_ transform: (inout Never) -> Void) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Pass the store to the view, or set a value: '.environment(\\.name, value)'."
  )
  public func environmentObject<Object: AnyObject>(_ object: Object) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Views are evaluated from the outside in: pass what a view needs as its argument."
  )
  public func preference<Key, Value>(key: Key.Type, value: Value) -> Never { fatalError() }
  @available(
    *, unavailable,
    message:
      "Push a state of the feature's stack: 'NavigationStack(path:) { … } destination: { … }'."
  )
  public func navigationDestination<Value: Hashable, Content: View>(
    for type: Value.Type, @ViewBuilder destination: (Value) -> Content
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "React to the dismissal in the reducer: 'case .destination(.dismiss)'."
  )
  public func sheet<Item, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)?, @ViewBuilder content: (Item) -> Content
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "React to the dismissal in the reducer: 'case .destination(.dismiss)'."
  )
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)?, @ViewBuilder content: () -> Content
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "React to the dismissal in the reducer: 'case .destination(.dismiss)'."
  )
  public func fullScreenCover<Item, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)?, @ViewBuilder content: (Item) -> Content
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "React to the dismissal in the reducer: 'case .destination(.dismiss)'."
  )
  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)?, @ViewBuilder content: () -> Content
  ) -> Never { fatalError() }
}

// Overloads of modifiers that are there: without them, a body that has one of them takes the compiler long, and
// the error is elsewhere.
extension View {
  @available(
    *, unavailable,
    message: "Show suggestions as rows of the list: buttons that set the text of the search."
  )
  public func searchable<Suggestions: View>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: String? = nil,
    @ViewBuilder suggestions: () -> Suggestions
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "Show suggestions as rows of the list: buttons that set the text of the search."
  )
  public func searchSuggestions<Suggestions: View>(
    @ViewBuilder _ suggestions: () -> Suggestions
  ) -> Never { fatalError() }
  @available(
    *, unavailable,
    message: "A client shows the field for the search by itself: delete 'isPresented:'."
  )
  public func searchable(
    text: Binding<String>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: String? = nil
  ) -> Never { fatalError() }
  @available(
    *, unavailable, message: "Show the view as a '.sheet' or '.popover', or in the screen."
  )
  public func inspector<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: () -> Content
  ) -> Never { fatalError() }
}

extension Slider where Title == EmptyView {
  @available(
    *, unavailable,
    message: "A client sends the value once it was chosen: delete 'onEditingChanged:'."
  )
  public init<Value: BinaryFloatingPoint & Encodable>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value.Stride = 0.01,
    onEditingChanged: (Bool) -> Void
  ) where Value.Stride: BinaryFloatingPoint { fatalError() }
}

extension Menu {
  @available(
    *, unavailable, message: "Write a 'Button' for the first action, beside the 'Menu'."
  )
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Title,
    primaryAction: () -> Void
  ) { fatalError() }
  @available(
    *, unavailable, message: "Write a 'Button' for the first action, beside the 'Menu'."
  )
  public init(
    _ title: some StringProtocol, @ViewBuilder content: () -> Content,
    primaryAction: () -> Void
  ) where Title == Text { fatalError() }
}

extension NavigationStack {
  @available(
    *, unavailable,
    message:
      "Declare '@Bindable var store', and pass a binding: '$store.scope(state: …, action: …)'."
  )
  public init<State, Action, Destination: View>(
    path: Store<StackState<State>, StackAction<State, Action>>,
    @ViewBuilder root: () -> Root,
    @ViewBuilder destination: @escaping (Store<State, Action>) -> Destination
  ) { fatalError() }
}

extension ForEach {
  @available(
    *, unavailable,
    message:
      "Give each row a store: 'ForEach(store.scope(state: \\.rows, action: \\.rows)) { store in … }'."
  )
  public init<Elements: RandomAccessCollection>(
    _ data: Binding<Elements>, @ViewBuilder content: (Binding<Elements.Element>) -> Content
  ) where Data == [Never], ID == Never { fatalError() }
}

extension List where Content == EmptyView {
  @available(
    *, unavailable,
    message:
      "Give each row a store: 'List(store.scope(state: \\.rows, action: \\.rows)) { store in … }'."
  )
  public init<Elements: RandomAccessCollection>(
    _ data: Binding<Elements>, @ViewBuilder rowContent: (Binding<Elements.Element>) -> some View
  ) { fatalError() }
}

extension TabView where Selection == Int {
  @available(
    *, unavailable,
    message:
      "Pass the tab that is shown, from the feature's State: 'TabView(selection: $store.tab)'."
  )
  public init(@ViewBuilder content: () -> Content) { fatalError() }
}

extension List {
  @available(
    *, unavailable,
    message: "Make each row a 'Button' or a 'NavigationLink' that sends what was chosen."
  )
  public init<Selection>(
    selection: Binding<Selection>?, @ViewBuilder content: () -> Content
  ) { fatalError() }
}

extension Environment {
  @available(
    *, unavailable,
    message:
      "A view has no objects: keep their values in the feature's State, or behind a dependency."
  )
  public init(_ type: Value.Type) where Value: AnyObject { fatalError() }
}

extension EnvironmentValues {
  @available(*, unavailable, message: "Write a 'Link': the client opens it.")
  public var openURL: DismissAction { fatalError() }
  @available(*, unavailable, message: "The client chooses light or dark colors by itself.")
  public var colorScheme: ColorScheme { fatalError() }
  @available(*, unavailable, message: "A server knows no sizes: leave the layout to the client.")
  public var horizontalSizeClass: Never? { fatalError() }
  @available(
    *, unavailable, message: "A session has no scenes: it is there for several clients, or none."
  )
  public var scenePhase: Int { fatalError() }
}
