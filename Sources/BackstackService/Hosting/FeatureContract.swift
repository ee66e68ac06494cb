import BackstackSchema

/// The schemas of what a feature sends and takes.
struct FeatureContract: Sendable {
  /// The names of the definitions that the contract is about.
  enum Root {
    /// A state as snapshots have it.
    static let state = "State"
    /// An action that a client may send.
    static let action = "Action"
    /// A state that a client may begin with, where it differs from a state as snapshots have it.
    static let initialState = "InitialState"
  }

  let definitions: SchemaDefinitions

  /// The name of the definition of a state that a client may begin with.
  var initialState: String {
    definitions[Root.initialState] == nil ? Root.state : Root.initialState
  }

  init(state: Any.Type, action: Any.Type, input: ClientInput) {
    var definitions = SchemaDefinitions(
      SchemaBuilder(audience: .reader, roots: [Root.state: state]))
    definitions.add(
      SchemaDefinitions(
        SchemaBuilder(
          audience: .sender, takesPushes: input.takesPushes,
          roots: [Root.state: state, Root.action: action]))
    ) { $0 == Root.state ? Root.initialState : "\($0).Sent" }
    self.definitions = definitions
  }
}
