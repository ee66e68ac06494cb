import Backstack
public import BackstackCoding

/// A migration from an earlier shape of a feature's state to a later one, for sessions that were
/// stored before the shape changed.
///
/// A change that only adds properties needs no migration: an optional or presentation that a stored
/// state lacks is `nil`, and any other property is given its initial value, at any depth. This is so
/// for properties of types whose schema a macro makes.
///
/// The earlier shape can be a separate type that is encoded as the state was then; a copy of the old
/// declarations under any names will do:
///
/// ```swift
/// Feature(
///   "guestbook", initialState: Guestbook.State(),
///   migrations: [StateMigration(from: GuestbookV1.self) { Guestbook.State(names: [$0.name]) }]
/// ) { Guestbook() }
/// ```
///
/// Or it is given as a fingerprint, and the migration edits the JSON of the state:
///
/// ```swift
/// StateMigration(from: "6079b1d0c2a4e8f1") { json in
///   json["names"] = json["guests"]
///   json["guests"] = nil
///   try json["path"]?.updateStack { stack in
///     stack.removeAll { $0.state.caseName == "photo" }
///   }
/// }
/// ```
///
/// Migrations can be chained: a migration to a shape at which another one begins need not know the
/// present state. After each, properties that are missing are added as above.
public struct StateMigration: Sendable {
  /// The shape from which the migration leads.
  public let source: SchemaFingerprint
  /// The shape to which it leads; `nil` for the present shape of the feature.
  public let target: SchemaFingerprint?
  /// Converts the JSON of the earlier shape to that of the later one.
  let migrate: @Sendable ([UInt8]) throws -> [UInt8]
  /// The type of the earlier shape; `nil` if only its fingerprint is known.
  let typedSource: TypedSource?

  /// The type of an earlier shape.
  struct TypedSource: Sendable {
    /// Returns the schema of the type.
    let schema: @Sendable () -> StoredSchema
    /// Decodes and encodes a value, and fails if members are lost.
    let recode: @Sendable (StoredState) throws(SessionError) -> [UInt8]
  }

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - source: The earlier shape.
  ///   - migrate: Converts a state to the later shape. Elements of stacks that it copies keep their
  ///     ids. If it throws, the session is kept, and can't be resumed.
  public init<Source: Decodable & SendableMetatype, Target: Encodable & SendableMetatype>(
    from source: Source.Type, _ migrate: @escaping @Sendable (Source) throws -> Target
  ) {
    self.source = SchemaFingerprint(of: source)
    self.target = SchemaFingerprint(of: Target.self)
    self.migrate = { json in
      let value: Source
      do throws(SessionError) {
        value = try WireCoding.decode(Source.self, fromSaved: json)
      } catch {
        // An earlier migration may have led to another state of this shape.
        value = try StoredState(SavedState(json: json, shared: nil)).decode(Source.self).state
      }
      return try WireCoding.encode(migrate(value))
    }
    typedSource = TypedSource(
      schema: { StoredSchema(of: Source.self) },
      recode: { state throws(SessionError) in try state.recode(Source.self) })
  }

  /// Creates a migration that edits the JSON of a state.
  ///
  /// The result must fit the later shape: the session is refused if the JSON still has a member
  /// that the state does not have, or lacks one that has no default value.
  ///
  /// - Parameters:
  ///   - source: The fingerprint of the earlier shape: sixteen hexadecimal digits, as in the log
  ///     line about a session that can't be read, and in the report of `backstack doctor`.
  ///   - target: The fingerprint of the later shape, if another migration leads on from it; by
  ///     default, the present shape of the feature.
  ///   - migrate: Edits the state. If it throws, the session is kept, and can't be resumed.
  public init(
    from source: String, to target: String? = nil,
    _ migrate: @escaping @Sendable (_ json: inout JSONLiteral) throws -> Void
  ) {
    self.source = SchemaFingerprint(digits: source)
    self.target = target.map(SchemaFingerprint.init(digits:))
    self.migrate = { text in
      var json = try JSONLiteral(decoding: text)
      try migrate(&json)
      return Array(json.json.utf8)
    }
    typedSource = nil
  }
}
