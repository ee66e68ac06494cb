import BackstackCoding
public import BackstackService
import FoundationEssentials

/// All shapes in which sessions of features were ever stored, as committed to the project's
/// repository. A test that compares them with the features fails if a shape changes and stored
/// sessions can't be resumed.
///
/// ```swift
/// @Test
/// func `stored sessions can be resumed`() throws {
///   let problems = try PersistedShapes.problems(of: features, in: "Shapes.json")
///   #expect(problems == [])
/// }
/// ```
///
/// Swift Testing prints the problems only if they have a name, as here.
///
/// `WRITE_SHAPES=1 swift test` adds the present shapes to the file. Its JSON has a member for each
/// feature, an array of its shapes:
///
/// ```json
/// {"guestbook": [{"shape": "4c1f…", "schema": {"$ref": "#/$defs/0", "$defs": …}}]}
/// ```
///
/// The schema tells whether a change needs a migration: it doesn't if it only adds properties that
/// are optional or have default values. Migrations are run with states that are made from the schema,
/// with each property, each case and an element of each array. Their texts and numbers mean nothing,
/// and of a type without a schema there are none.
///
/// A shape may also be just its fingerprint, `"4c1f…"`. Then every change of it needs a migration,
/// which is not run.
public struct PersistedShapes: Sendable {
  private struct Shape: Sendable {
    let fingerprint: String
    /// The document of the schema; `nil` if only the fingerprint was committed.
    let schema: JSONLiteral?

    /// The form in the committed JSON.
    var literal: JSONLiteral {
      guard let schema else { return .string(fingerprint) }
      return ["shape": .string(fingerprint), "schema": schema]
    }
  }

  private var shapes: [String: [Shape]]

  /// Creates the shapes from the committed JSON.
  ///
  /// - Throws: `DecodingError` for JSON of another form, or the error of text that is not JSON.
  public init(json: some Collection<UInt8>) throws {
    guard case .object(let features) = try JSONLiteral(decoding: Array(json)) else {
      throw Self.corrupted("The shapes are an object with a member for each feature.")
    }
    shapes = [:]
    for feature in features {
      guard case .array(let entries) = feature.value else {
        throw Self.corrupted("The shapes of \"\(feature.name)\" are an array.")
      }
      shapes[feature.name] = try entries.map { try Self.shape($0, of: feature.name) }
    }
  }

  private static func shape(_ entry: JSONLiteral, of feature: String) throws -> Shape {
    if case .string(let fingerprint) = entry { return Shape(fingerprint: fingerprint, schema: nil) }
    guard case .string(let fingerprint)? = entry["shape"], let schema = entry["schema"] else {
      throw corrupted(
        "A shape of \"\(feature)\" is neither a fingerprint nor an object with a shape and a schema."
      )
    }
    guard StoredSchema(document: schema)?.fingerprint.description == fingerprint else {
      throw corrupted("The schema of \"\(feature)\" at the shape \(fingerprint) is not its schema.")
    }
    return Shape(fingerprint: fingerprint, schema: schema)
  }

  private static func corrupted(_ description: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: description))
  }

  /// Compares features with the shapes in a file, and returns the problems that prevent stored
  /// sessions from being resumed, each with its solution; empty if there are none.
  ///
  /// If the environment has `WRITE_SHAPES=1`, the present shapes are added to the file first, which is
  /// created if it is missing.
  ///
  /// - Parameters:
  ///   - features: The features that the program hosts.
  ///   - file: The path of the file, relative to the folder of the test's source.
  ///   - source: The path of the test's source.
  /// - Throws: The error of a file that can't be read or written, or that ``init(json:)`` refuses.
  public static func problems(
    of features: [Feature], in file: String, source: String = #filePath
  ) throws -> [String] {
    let folder = URL(filePath: source).deletingLastPathComponent()
    let writes = ProcessInfo.processInfo.environment["WRITE_SHAPES"] == "1"
    return try problems(of: features, at: folder.appending(path: file).path, writes: writes)
  }

  package static func problems(of features: [Feature], at path: String, writes: Bool) throws
    -> [String]
  {
    let file = URL(filePath: path)
    let exists = FileManager.default.fileExists(atPath: path)
    guard exists || writes else {
      return ["There is no file \(path): run the test with WRITE_SHAPES=1, and commit the file."]
    }
    let json = exists ? try Data(contentsOf: file) : Data("{}".utf8)
    var shapes = try PersistedShapes(json: json)
    if writes {
      let text = Data(shapes.json(adding: features).utf8)
      try text.write(to: file, options: .atomic)
      shapes = try PersistedShapes(json: text)
    }
    return shapes.problems(of: features)
  }

  /// Returns the problems that prevent stored sessions from being resumed, each with its solution;
  /// empty if there are none.
  public func problems(of features: [Feature]) -> [String] {
    var problems = features.flatMap(problems)
    let names = Set(features.map(\.name))
    for name in shapes.keys.sorted() where !names.contains(name) {
      problems.append("The feature \"\(name)\", which has stored sessions, no longer exists.")
    }
    return problems
  }

  private func problems(of feature: Feature) -> [String] {
    let known = shapes[feature.name] ?? []
    let unreadable = known.compactMap { problem(reading: $0, feature) }
    let present = feature.stateShape.description
    guard !known.contains(where: { $0.fingerprint == present }) else { return unreadable }
    let note =
      known.isEmpty || !unreadable.isEmpty
      ? "" : " The change needs no further migration: all stored sessions can be resumed."
    let addition =
      "The state of \"\(feature.name)\" has the shape \(present), which is not among those that "
      + "were committed: add it, by WRITE_SHAPES=1 or with the text of json(adding:).\(note)"
    return [addition] + unreadable
  }

  /// Returns why sessions in a shape can't be resumed; `nil` if they can.
  private func problem(reading shape: Shape, _ feature: Feature) -> String? {
    guard shape.fingerprint != feature.stateShape.description else { return nil }
    // The initializer has checked the document.
    let schema = shape.schema.flatMap(StoredSchema.init(document:))
    if !feature.canRead(shape: shape.fingerprint) {
      let obstacles = schema.map(feature.obstacles)
      if obstacles?.isEmpty != true {
        let clause = obstacles.map { ", in which \($0.joined(separator: ", and "))" } ?? ""
        return "No migration of \"\(feature.name)\" leads from the shape \(shape.fingerprint)"
          + "\(clause): add a StateMigration, or remove the shape when no session has it any more."
      }
    }
    guard let schema, let failure = MigrationTrial(of: feature, from: schema).failure else {
      return nil
    }
    return "The migration of \"\(feature.name)\" from the shape \(shape.fingerprint) "
      + "does not work: \(failure)"
  }

  /// Returns the JSON to commit: these shapes with those of the features, one a line.
  ///
  /// The schema of a feature's present shape is added if only the fingerprint was committed.
  public func json(adding features: [Feature]) -> String {
    var shapes = shapes
    for feature in features {
      let schema = feature.storedSchema()
      let present = Shape(
        fingerprint: schema.fingerprint.description, schema: schema.document)
      var known = shapes[feature.name] ?? []
      let index = known.firstIndex { $0.fingerprint == present.fingerprint }
      if let index { known[index] = present } else { known.append(present) }
      shapes[feature.name] = known
    }
    let members = shapes.sorted { $0.key < $1.key }.map { name, shapes in
      let lines = shapes.map { "    " + $0.literal.json }
      return "  \(JSONLiteral.string(name).json): [\n\(lines.joined(separator: ",\n"))\n  ]"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }
}
