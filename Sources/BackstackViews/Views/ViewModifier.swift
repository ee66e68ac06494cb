/// A change of a view with a name of its own.
///
/// ```swift
/// struct Important: ViewModifier {
///   func body(content: Content) -> some View { content.bold().foregroundStyle(.red) }
/// }
///
/// Text("Fire").modifier(Important())
/// ```
public protocol ViewModifier {
  /// The type of the changed view.
  associatedtype Body: View
  /// The type of the view to change.
  typealias Content = AnyView

  /// Returns the changed view.
  @ViewBuilder func body(content: Content) -> Body
}

extension View {
  /// Changes the view by a modifier.
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> Modifier.Body {
    modifier.body(content: AnyView(self))
  }

  /// Returns the view: it is evaluated again whenever the feature's state has changed.
  public func equatable() -> Self where Self: Equatable { self }
}

/// A view that is compared with itself: it is evaluated again in any case.
public struct EquatableView<Content: View & Equatable>: View {
  /// The view.
  public let body: Content

  /// Creates a view of another one.
  public init(content: Content) { body = content }
}

/// Views that a development tool shows: here they are only compiled.
public protocol PreviewProvider {
  /// The type of the views.
  associatedtype Previews: View

  /// The views.
  @ViewBuilder static var previews: Previews { get }
}
