package import BackstackCoding

/// The schemas of the actions and states that a feature's clients send and receive.
package struct FeatureContract: Sendable {
  /// The names of the contract's root definitions.
  package enum Root {
    /// A state as snapshots contain it.
    package static let state = "State"
    /// An action that a client may send.
    package static let action = "Action"
    /// A state that a client may begin with, if its schema differs from that of ``state``.
    package static let initialState = "InitialState"
  }

  package let definitions: SchemaDefinitions
  /// The places in a state where there is a stack or a presentation.
  package let navigation: [NavigationPlace]
  private let takesState: Bool

  /// The name of the definition of a state that a client may begin with, if there is one.
  package var initialState: String? {
    guard takesState else { return nil }
    return definitions[Root.initialState] == nil ? Root.state : Root.initialState
  }

  init(state: Any.Type, action: Any.Type, input: ClientInput) {
    takesState = input.takesState
    var sent: KeyValuePairs<String, Any.Type> = [Root.action: action]
    if takesState { sent = [Root.state: state, Root.action: action] }
    var definitions = SchemaDefinitions(
      SchemaBuilder(audience: .reader, roots: [Root.state: state]))
    definitions.add(
      SchemaDefinitions(
        SchemaBuilder(
          audience: .sender, takesPushes: input.takesPushes,
          roots: sent))
    ) { $0 == Root.state ? Root.initialState : "\($0).Sent" }
    self.definitions = definitions
    navigation = definitions.navigationPlaces(state: Root.state, action: Root.action)
  }
}
