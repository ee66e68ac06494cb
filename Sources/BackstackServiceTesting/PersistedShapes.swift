import BackstackCoding
public import BackstackService

/// All shapes in which sessions of features were ever stored, as committed to the project's
/// repository. A test that compares them with the features fails if a shape changes without a
/// migration.
///
/// ```swift
/// @Test
/// func `stored sessions can be resumed`() throws {
///   let shapes = try PersistedShapes(json: Data(contentsOf: shapesFile))
///   #expect(shapes.problems(of: features) == [])
/// }
/// ```
///
/// The JSON has a member for each feature, an array of its shapes: `{"guestbook": ["4c1f…"]}`.
public struct PersistedShapes: Sendable {
  private let shapes: [String: [String]]

  /// Creates the shapes from the committed JSON.
  ///
  /// - Throws: `DecodingError` for JSON of another form.
  public init(json: some Collection<UInt8>) throws {
    shapes = try JSONStreamDecoder.decode([String: [String]].self, from: json)
  }

  /// Returns the problems that prevent stored sessions from being resumed, each with its solution;
  /// empty if there are none.
  public func problems(of features: [Feature]) -> [String] {
    var problems: [String] = []
    for feature in features {
      let known = shapes[feature.name] ?? []
      let present = feature.stateShape.description
      if !known.contains(present) {
        problems.append(
          "The state of \"\(feature.name)\" has the shape \(present), which is not among those that "
            + "were committed: add it.")
      }
      for shape in known where !feature.canRead(shape: shape) {
        problems.append(
          "No migration of \"\(feature.name)\" leads from the shape \(shape): add a StateMigration, or "
            + "remove the shape when no session has it any more.")
      }
    }
    let names = Set(features.map(\.name))
    for name in shapes.keys.sorted() where !names.contains(name) {
      problems.append("The feature \"\(name)\", which has stored sessions, no longer exists.")
    }
    return problems
  }
}
