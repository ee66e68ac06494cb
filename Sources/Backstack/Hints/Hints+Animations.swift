// Declarations that view code uses and a server does not have. They exist so that the compiler can
// suggest what to write instead.

/// A placeholder for animations: the client animates the changes between snapshots.
@available(
  *, unavailable,
  message: "Nothing is animated on a server: leave the animation out. The client decides."
)
public struct Animation: Sendable {
  public static var `default`: Self { fatalError() }
  public static var linear: Self { fatalError() }
  public static var easeIn: Self { fatalError() }
  public static var easeOut: Self { fatalError() }
  public static var easeInOut: Self { fatalError() }
  public static var spring: Self { fatalError() }
  public static var bouncy: Self { fatalError() }
  public static var smooth: Self { fatalError() }
  public static var snappy: Self { fatalError() }
  public static func linear(duration: Double) -> Self { fatalError() }
  public static func easeInOut(duration: Double) -> Self { fatalError() }
  public static func spring(duration: Double) -> Self { fatalError() }
}

extension Effect {
  @available(*, unavailable, message: "Nothing is animated on a server: write '.send(action)'.")
  public static func send(_ action: Action, animation: Animation?) -> Self { fatalError() }

  @available(*, unavailable, message: "Nothing is animated on a server: delete '.animation(…)'.")
  public func animation(_ animation: Animation? = .default) -> Self { fatalError() }
}

extension Send {
  @available(*, unavailable, message: "Nothing is animated on a server: write 'send(action)'.")
  public func callAsFunction(_ action: Action, animation: Animation?) async { fatalError() }
}

extension Store {
  @available(*, unavailable, message: "Nothing is animated on a server: write 'send(action)'.")
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask { fatalError() }
}

extension DismissEffect {
  @available(*, unavailable, message: "Nothing is animated on a server: write 'dismiss()'.")
  public func callAsFunction(animation: Animation?) async { fatalError() }
}
