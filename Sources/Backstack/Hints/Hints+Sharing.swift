// State that several features share. It would be global to the process.

@available(
  *, unavailable,
  message:
    "Nothing is shared by stores: keep the value in the state of the root, or behind a dependency."
)
@propertyWrapper
public struct Shared<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }
  public var projectedValue: Self { self }
  public init(wrappedValue: Value) {}
  public init(wrappedValue: Value, _ key: SharedKey) {}
  public init(_ key: SharedKey) {}
  public init(value: Value) {}

  /// A placeholder for the storage of a shared value.
  public struct SharedKey: Sendable {
    public static func inMemory(_ key: String) -> Self { fatalError() }
    public static func appStorage(_ key: String) -> Self { fatalError() }
    public static func fileStorage<Location>(_ location: Location) -> Self { fatalError() }
  }
}
