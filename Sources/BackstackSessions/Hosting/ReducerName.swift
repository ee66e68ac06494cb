/// The name of a feature's reducer in Swift code.
package struct ReducerName: Sendable {
  /// The module, which the code imports; `nil` if it is not known.
  package let module: String?
  /// The type, with the types that contain it.
  package let type: String

  package init(of feature: Feature) {
    // The module comes first, then the types that contain the reducer. A private one belongs to a context
    // that has no name in code.
    let parts = feature.reducer.split(separator: ".")
      .filter { !$0.hasPrefix("(unknown context at ") }
    module = parts.count > 1 ? String(parts[0]) : nil
    type = parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".")
  }
}
