import BackstackJSON
public import BackstackSchema

/// The way from an earlier shape of a feature's state to a later one, for sessions that were stored
/// before the shape changed.
///
/// The earlier shape is a type of its own that is encoded as the state was then; a copy of the old
/// declarations will do, under whatever names. Several migrations make a chain: what leads to the shape
/// that another one begins at need not know the present state.
///
/// ```swift
/// Feature(
///   "guestbook", initialState: Guestbook.State(),
///   migrations: [StateMigration(from: GuestbookV1.self) { Guestbook.State(names: [$0.name]) }]
/// ) { Guestbook() }
/// ```
public struct StateMigration: Sendable {
  /// The shape that it begins at.
  public let source: SchemaFingerprint
  /// The shape that it leads to.
  public let target: SchemaFingerprint
  /// Makes the JSON of the later shape from that of the earlier one.
  let migrate: @Sendable ([UInt8]) throws -> [UInt8]

  /// - Parameters:
  ///   - source: The earlier shape.
  ///   - migrate: Makes the later one. Elements of stacks keep their ids when they are taken over.
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

  /// The migrations that lead from a shape to the present one; `nil` when there is no such way.
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

  /// The JSON of a stored state in the present shape.
  ///
  /// A shape from which no migration leads is taken as it is: what was added may be optional.
  ///
  /// - Throws: ``Problem`` for a state that a migration doesn't take.
  func migrate(_ json: [UInt8], from shape: String?) throws(Problem) -> [UInt8] {
    guard let shape, let path = path(from: shape) else { return json }
    var json = json
    for migration in path {
      do {
        json = try migration.migrate(json)
      } catch {
        throw .unreadableSession(
          (error as? Problem)?.detail ?? "The migration from \(migration.source): \(error)")
      }
    }
    return json
  }
}
