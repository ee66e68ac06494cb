/// An animation, which a client chooses by itself: code of apps compiles unchanged.
public struct Animation: Sendable, Hashable {
  public static let `default` = Self()
  public static let easeIn = Self()
  public static let easeOut = Self()
  public static let easeInOut = Self()
  public static let linear = Self()
  public static let spring = Self()
  public static let bouncy = Self()
  public static let smooth = Self()
  public static let snappy = Self()

  private init() {}

  public static func easeIn(duration: Double) -> Self { Self() }
  public static func easeOut(duration: Double) -> Self { Self() }
  public static func easeInOut(duration: Double) -> Self { Self() }
  public static func linear(duration: Double) -> Self { Self() }
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.8, blendDuration: Double = 0
  ) -> Self {
    Self()
  }
  public static func spring(duration: Double, bounce: Double = 0) -> Self { Self() }
  public static func interactiveSpring() -> Self { Self() }
  public func delay(_ delay: Double) -> Self { self }
  public func speed(_ speed: Double) -> Self { self }
  public func repeatForever(autoreverses: Bool = true) -> Self { self }
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self { self }
}

// MARK: Actions

extension Store {
  /// Sends an action; a client animates the change by itself.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask { send(action) }
}

/// Runs a closure; a client animates the changes by itself.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}

extension Effect {
  /// Sends an action; a client animates the change by itself.
  public static func send(_ action: Action, animation: Animation?) -> Self { .send(action) }

  /// Returns the same effect; a client animates its changes by itself.
  public func animation(_ animation: Animation? = .default) -> Self { self }
}

extension Send {
  /// Sends an action; a client animates the change by itself.
  public func callAsFunction(_ action: Action, animation: Animation?) async { await self(action) }
}

extension ButtonStateAction {
  /// Sends an action; a client animates the change by itself.
  public static func send(_ action: Action?, animation: Animation?) -> Self { .send(action) }
}

extension DismissEffect {
  /// Dismisses the feature; a client animates that by itself.
  public func callAsFunction(
    animation: Animation?,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await self(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
