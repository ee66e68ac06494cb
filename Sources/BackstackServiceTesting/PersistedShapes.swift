import BackstackJSON
import BackstackSchema
public import BackstackService

/// The shapes in which sessions of features were ever stored, as a project commits them: a test that
/// compares them with the features fails when a shape changes without a migration.
///
/// ```swift
/// @Test
/// func `stored sessions can go on`() throws {
///   let shapes = try PersistedShapes(json: Data(contentsOf: shapesFile))
///   #expect(shapes.problems(of: features) == [])
/// }
/// ```
///
/// The JSON has a member for each feature, an array of its shapes: `{"guestbook": ["4c1f…"]}`.
public struct PersistedShapes: Sendable {
  private let shapes: [String: [String]]

  /// Reads the shapes that were committed.
  ///
  /// - Throws: `DecodingError` for JSON of another form.
  public init(json: some Collection<UInt8>) throws {
    shapes = try JSONStreamDecoder.decode([String: [String]].self, from: json)
  }

  /// What keeps stored sessions from going on, and what is to be done about it; nothing when all can.
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
      problems.append("There is no feature \"\(name)\" any more for the sessions that it had.")
    }
    return problems
  }
}
