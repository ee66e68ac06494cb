public import BackstackCoding

/// A migration from an earlier shape of a feature's state to a later one, for sessions that were
/// stored before the shape changed.
///
/// The earlier shape is a separate type that is encoded as the state was then; a copy of the old
/// declarations under any names will do. Migrations can be chained: a migration to a shape at which
/// another one begins need not know the present state.
///
/// ```swift
/// Feature(
///   "guestbook", initialState: Guestbook.State(),
///   migrations: [StateMigration(from: GuestbookV1.self) { Guestbook.State(names: [$0.name]) }]
/// ) { Guestbook() }
/// ```
public struct StateMigration: Sendable {
  /// The shape from which the migration leads.
  public let source: SchemaFingerprint
  /// The shape to which it leads.
  public let target: SchemaFingerprint
  /// Converts the JSON of the earlier shape to that of the later one.
  let migrate: @Sendable ([UInt8]) throws -> [UInt8]

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - source: The earlier shape.
  ///   - migrate: Converts a state to the later shape. Elements of stacks that it copies keep their
  ///     ids.
  public init<Source: Decodable & SendableMetatype, Target: Encodable & SendableMetatype>(
    from source: Source.Type, _ migrate: @escaping @Sendable (Source) throws -> Target
  ) {
    self.source = SchemaFingerprint(of: source)
    target = SchemaFingerprint(of: Target.self)
    self.migrate = { json in
      try WireCoding.encode(
        migrate(WireCoding.decode(Source.self, fromSaved: json)))
    }
  }
}

/// The migrations of a feature.
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
        let target = migration.target.description
        guard paths[target] == nil else { continue }
        paths[target] = (paths[next] ?? []) + [migration]
        open.append(target)
      }
    }
    return nil
  }

  /// Converts the JSON of a stored state to the present shape.
  ///
  /// A state in a shape without a path to the present one is returned unchanged: it may still
  /// decode, if only optional properties were added.
  ///
  /// - Throws: ``SessionError`` for a state that a migration fails to convert.
  func migrate(_ json: [UInt8], from shape: String?) throws(SessionError) -> [UInt8] {
    guard let shape, let path = path(from: shape) else { return json }
    var json = json
    for migration in path {
      do {
        json = try migration.migrate(json)
      } catch {
        throw .unreadable(
          (error as? SessionError)?.description
            ?? "The migration from \(migration.source): \(error)")
      }
    }
    return json
  }
}
