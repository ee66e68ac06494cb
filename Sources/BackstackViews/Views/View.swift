/// A part of what a person sees and can do, as in SwiftUI.
///
/// A view is evaluated on the server, to data that clients draw. It has no state of its own, and
/// sends actions only in the closures of controls.
///
/// ```swift
/// struct CounterView: View {
///   let store: StoreOf<Counter>
///
///   var body: some View {
///     Text("\(store.count)")
///     Button("Add") { store.send(.addButtonTapped) }
///   }
/// }
/// ```
public protocol View {
  /// The type of ``body``.
  associatedtype Body: View

  /// The views that this view consists of.
  @ViewBuilder var body: Body { get }

  /// Writes the view's nodes. Support for the views of this library: a view of your own has a
  /// ``body``.
  func _write(to writer: ScreenWriter)

  /// The view as a control has it in place of nodes; `nil` of a view that is more than a text with an icon.
  /// Support for the views of this library.
  var _caption: Caption? { get }
}

/// A text, perhaps with an icon.
///
/// Support for the views of this library.
public struct Caption {
  let text: String
  var icon: String?
  var color: Color?
}

extension View {
  public var _caption: Caption? { nil }

  public func _write(to writer: ScreenWriter) {
    writer.evaluate(Self.self) { body._write(to: writer) }
  }
}

/// A view that writes its nodes itself.
///
/// Support for the views of this library.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError("\(Self.self) has no body.") }
}

extension Never: View {
  public var body: Never { fatalError("There is no view.") }
  public func _write(to writer: ScreenWriter) {}
}

/// A view of nothing.
public struct EmptyView: PrimitiveView {
  /// Creates a view of nothing.
  public init() {}
  public func _write(to writer: ScreenWriter) {}
}

/// Several views in a row.
public struct TupleView<each Content: View>: PrimitiveView {
  private let write: (ScreenWriter) -> Void

  // A closure has the views: to copy it doesn't copy them, nor looks up the type of their tuple.
  // Swift 6.3.1 crashes when it makes this function available to the optimization of other modules.
  @_semantics("optimize.no.crossmodule")
  init(_ content: repeat each Content) {
    let content = (repeat each content)
    write = { writer in
      var index = 0
      for view in repeat each content {
        writer.identify(index) { view._write(to: writer) }
        index += 1
      }
    }
  }

  public func _write(to writer: ScreenWriter) { write(writer) }
}

/// The view of one of two branches.
public struct ConditionalView<First: View, Second: View>: PrimitiveView {
  enum Branch {
    case first(First)
    case second(Second)
  }

  let branch: Branch

  public func _write(to writer: ScreenWriter) {
    switch branch {
    case .first(let view): writer.identify("t") { view._write(to: writer) }
    case .second(let view): writer.identify("f") { view._write(to: writer) }
    }
  }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("An optional view has no body.") }
  public func _write(to writer: ScreenWriter) { self?._write(to: writer) }
}

/// Several views, to modify them together.
public struct Group<Content: View>: PrimitiveView {
  private let content: Content

  /// Creates a group.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func _write(to writer: ScreenWriter) { content._write(to: writer) }
}

/// A view whose type is not known.
public struct AnyView: PrimitiveView {
  private let write: (ScreenWriter) -> Void

  /// Creates a view of another one.
  public init(_ view: some View) { write = { view._write(to: $0) } }

  /// Creates a view of another one.
  public init(erasing view: some View) { self.init(view) }

  public func _write(to writer: ScreenWriter) { write(writer) }
}

/// The builder of views.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  @available(
    *, unavailable,
    message: "This is not a view. Write statements that do something in a control's closure."
  )
  public static func buildExpression<Value>(_ value: Value) -> EmptyView { fatalError() }

  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalView<First, Second> {
    ConditionalView(branch: .first(first))
  }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalView<First, Second> {
    ConditionalView(branch: .second(second))
  }
  public static func buildLimitedAvailability(_ content: some View) -> AnyView { AnyView(content) }
}
