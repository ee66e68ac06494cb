/// The source text that reads a dependency: `\.date`, `Greeting.self`.
struct DependencyName: Sendable, CustomStringConvertible {
  let description: String

  /// The dependency whose default is being computed.
  @TaskLocal static var current: DependencyName?

  /// - Parameters:
  ///   - key: The dependency's key.
  ///   - function: The property that reads the key.
  init<Key>(_ key: Key.Type, _ function: StaticString) {
    let property = function.description
    description = property.contains("(") ? "\(key).self" : "\\.\(property)"
  }
}
