import Backstack
import BackstackCoding

/// The migrations of a feature, and the decoding of states that were stored in any shape.
struct StateMigrations: Sendable {
  let migrations: [StateMigration]
  /// The present shape of the state.
  let shape: SchemaFingerprint

  /// Returns the migrations that lead from a shape to the present one; `nil` when there is no such
  /// path.
  ///
  /// - Complexity: O(*n*²) in the number of migrations.
  func path(from shape: String) -> [StateMigration]? {
    var paths: [String: [StateMigration]] = [shape: []]
    var open = [shape]
    while let next = open.first {
      open.removeFirst()
      guard next != self.shape.description else { return paths[next] }
      for migration in migrations where migration.source.description == next {
        let target = (migration.target ?? self.shape).description
        guard paths[target] == nil else { continue }
        paths[target] = (paths[next] ?? []) + [migration]
        open.append(target)
      }
    }
    return nil
  }

  /// The shapes that can be read: the present one, and those from which migrations lead to it.
  var readableShapes: Set<String> {
    let sources = migrations.map(\.source.description).filter { path(from: $0) != nil }
    return Set(sources + [shape.description])
  }

  /// Decodes a stored state.
  ///
  /// A state of another shape is converted by migrations, and then given the members that it lacks
  /// and that have default values. Where no migration begins at its shape, one that begins at a
  /// type will do whose values lack nothing but such members in the stored state.
  ///
  /// - Parameter shape: The shape in which the state was stored; `nil` if it is unknown.
  /// - Throws: ``SessionError`` for a state that a migration fails to convert, that does not fit
  ///   the feature, or of which the feature would lose members.
  func decode<State: Codable>(
    _ type: State.Type, from saved: SavedState, in shape: String?
  ) throws(SessionError) -> DecodedState<State> {
    guard let shape, shape != self.shape.description else { return try saved.decode(type) }
    if let path = path(from: shape) { return try decode(type, from: saved, along: path) }
    let stored = try StoredState(saved)
    do throws(SessionError) {
      return try stored.decodeWithoutLoss(type)
    } catch {
      for (source, path) in typedPaths {
        guard let json = try? source.recode(stored) else { continue }
        return try decode(type, from: saved.replacing(json), along: path)
      }
      throw error
    }
  }

  /// The types at which migrations to the present shape begin, with these migrations. The longest
  /// paths come first, because they begin at the earliest shapes.
  private var typedPaths: [(source: StateMigration.TypedSource, path: [StateMigration])] {
    migrations.compactMap { migration in
      guard let source = migration.typedSource, let path = path(from: migration.source.description),
        !path.isEmpty
      else { return nil }
      return (source, path)
    }.sorted { $0.path.count > $1.path.count }
  }

  private func decode<State: Codable>(
    _ type: State.Type, from saved: SavedState, along path: [StateMigration]
  ) throws(SessionError) -> DecodedState<State> {
    var json = saved.json
    for migration in path {
      do {
        json = try migration.migrate(json)
      } catch {
        throw .unreadable(
          (error as? SessionError)?.description
            ?? "The migration from \(migration.source): \(error)")
      }
    }
    // The last one may have made the present state itself.
    let migrated = saved.replacing(json)
    if path.last?.typedSource != nil { return try migrated.decode(type) }
    return try StoredState(migrated).decodeWithoutLoss(type)
  }

  /// Returns why not all states with an earlier schema can be read without a migration from it, as
  /// clauses; empty if all can.
  ///
  /// - Parameter present: The schema of the present state.
  func obstacles(reading earlier: StoredSchema, as present: StoredSchema) -> [String] {
    let obstacles = present.obstacles(reading: earlier)
    guard !obstacles.isEmpty else { return [] }
    let canMigrate = typedPaths.contains { source, _ in
      source.schema().obstacles(reading: earlier).isEmpty
    }
    return canMigrate ? [] : obstacles
  }

  /// Returns how a state can't be decoded, of which a decoding has failed; `nil` if the state was
  /// none of its shape: a type's own decoder refuses what the type's schema allows.
  ///
  /// - Parameters:
  ///   - reason: The reason for which the decoding has failed.
  ///   - present: The schema of the present state.
  func failure(
    decoding json: [UInt8], in shape: String, because reason: String, as present: StoredSchema
  ) -> MigrationFailure? {
    var json = json
    for migration in path(from: shape) ?? [] {
      do {
        json = try migration.migrate(json)
      } catch {
        guard error is SessionError, let source = migration.typedSource else {
          return .migration(reason)
        }
        let misfits = Self.misfits(of: json, source.schema())
        return misfits.isEmpty ? nil : .misfit(misfits, reason)
      }
    }
    return .misfit(Self.misfits(of: json, present), reason)
  }

  private static func misfits(of json: [UInt8], _ schema: StoredSchema) -> [String] {
    guard let value = try? JSONLiteral(decoding: json) else { return [] }
    return schema.misfits(of: value)
  }

  /// Reports an issue for each fingerprint that no shape can have.
  func report(of feature: String, at location: SourceLocation) {
    let fingerprints = migrations.flatMap { [$0.source, $0.target].compactMap(\.self) }
    for fingerprint in fingerprints where !fingerprint.isWellFormed {
      reportIssue(
        "A migration of the feature \"\(feature)\" has the shape \"\(fingerprint)\": the shape of "
          + "stored states is sixteen hexadecimal digits in lower case.", at: location)
    }
  }
}

/// The JSON of a state that may have been stored in another shape than that of the type that it is
/// decoded as.
struct StoredState {
  let json: JSONLiteral
  private let saved: SavedState

  init(_ saved: SavedState) throws(SessionError) {
    self.saved = saved
    do {
      self.json = try JSONLiteral(decoding: saved.json)
    } catch {
      throw .unreadable("its state is not JSON. \(error)")
    }
  }

  /// Decodes the state after it was given the members that it lacks and that have default values.
  func decode<Value: Decodable>(
    _ type: Value.Type
  ) throws(SessionError) -> DecodedState<Value> {
    let filled: JSONLiteral
    do {
      filled = try StoredSchema(of: type).filled(json)
    } catch {
      throw .unreadable("its state does not fit the feature. \(error)")
    }
    return try saved.replacing(Array(filled.json.utf8)).decode(type)
  }

  /// Decodes the state like ``decode(_:)``, and fails if the value lacks members of the state.
  func decodeWithoutLoss<Value: Codable>(
    _ type: Value.Type
  ) throws(SessionError) -> DecodedState<Value> {
    let value = try decode(type)
    _ = try encodeWithoutLoss(value.state)
    return value
  }

  /// Decodes the state like ``decode(_:)``, and encodes it again.
  ///
  /// - Throws: ``SessionError`` if that loses members, or if the type can't be encoded.
  func recode<Value: Decodable>(_ type: Value.Type) throws(SessionError) -> [UInt8] {
    guard let value = try decode(type).state as? any Encodable else {
      throw .unreadable("\(type) is not Encodable.")
    }
    return try encodeWithoutLoss(value)
  }

  private func encodeWithoutLoss(_ value: some Encodable) throws(SessionError) -> [UInt8] {
    let encoded: [UInt8]
    let keys: JSONKeys
    do {
      encoded = try WireCoding.encode(value)
      keys = JSONKeys(of: try JSONLiteral(decoding: encoded))
    } catch {
      throw .unreadable("its state can't be encoded. \(error)")
    }
    if let path = keys.firstMissing(in: json) {
      throw .unreadable(
        "the feature does not know \(JSONPointer(path).text) of its state; a StateMigration can "
          + "rename or remove it.")
    }
    return encoded
  }
}

/// How a stored state can't be decoded.
package enum MigrationFailure: Error {
  /// A migration threw an error.
  case migration(_ reason: String)
  /// The stored state, or the result of a migration, does not fit the type that reads it: clauses
  /// that begin with the positions, as far as the type's schema has them.
  case misfit(_ positions: [String], _ reason: String)
}
