import BackstackDependencies
public import FoundationEssentials

/// The name of a value that all features of a store find, and how it is stored.
///
/// On a server, a value with a key belongs to its session: it is stored and restored with the session,
/// also while no state has it. Keys of different kinds with the same name stand for the same value.
public protocol SharedReaderKey<Value>: Sendable {
  associatedtype Value: Sendable

  /// The name, unique in a session.
  var name: String { get }
}

/// The name of a value that all features of a store find and may change.
public protocol SharedKey<Value>: SharedReaderKey {}

/// The key of a value in memory: ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  public let name: String
}

/// The key of a setting: ``SharedReaderKey/appStorage(_:)``.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  public let name: String
}

/// The key of a document: ``SharedReaderKey/fileStorage(_:)``.
public struct FileStorageKey<Value: Codable & Sendable>: SharedKey {
  public let name: String
}

extension SharedReaderKey {
  /// A value with a name.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(name: name)
  }

  /// A setting with a name.
  public static func appStorage<Value>(_ name: String) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(name: name)
  }

  /// A document, which has the name of the file. No file is read or written: a session has the document
  /// as its other values.
  public static func fileStorage<Value>(_ url: URL) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(name: url.lastPathComponent)
  }
}

/// A key with a default value.
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var count: Self { Self[.inMemory("count"), default: 0] }
/// }
/// …
/// @Shared(.count) var count
/// ```
public struct DefaultSharedKey<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let makeDefault: @Sendable () -> Base.Value

  public typealias Value = Base.Value
  public var name: String { base.name }

  /// A key with a default value.
  public static subscript(
    _ key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, makeDefault: value)
  }
}

extension DefaultSharedKey: SharedKey where Base: SharedKey {}

extension SharedReaderKey {
  /// This key with a default value.
  public typealias Default = DefaultSharedKey<Self>
}

extension Shared {
  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value, unless there is one already.
  ///   - key: The key.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: SharedStorage.ambient.reference(key.name, wrappedValue))
  }

  /// Shares the optional value of a key, which is absent at first.
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value of a key, which has its default at first.
  public init<Key: SharedKey<Value>>(_ key: DefaultSharedKey<Key>) {
    self.init(wrappedValue: key.makeDefault(), key)
  }

  /// Shares the value of a key, which has another default at first.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: DefaultSharedKey<Key>
  ) {
    self.init(reference: SharedStorage.ambient.reference(key.name, wrappedValue))
  }
}

extension SharedReader {
  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value, unless there is one already.
  ///   - key: The key.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(reference: SharedStorage.ambient.reference(key.name, wrappedValue))
  }

  /// Reads the optional value of a key, which is absent at first.
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Reads the value of a key, which has its default at first.
  public init<Key: SharedReaderKey<Value>>(_ key: DefaultSharedKey<Key>) {
    self.init(wrappedValue: key.makeDefault(), key)
  }
}
