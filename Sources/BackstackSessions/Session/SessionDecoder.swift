import Backstack
import BackstackCasePaths
import BackstackCoding

/// Decodes what clients send to a session, and what the session has encoded itself. Stacks get the
/// ids of their elements from the session's store.
struct SessionDecoder<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  private let store: Store<State, Action>
  private let context: SessionContext

  init(_ store: Store<State, Action>, _ context: SessionContext) {
    self.store = store
    self.context = context
  }

  // MARK: What clients send

  /// Decodes an action as the feature declares it.
  @inline(__always)
  func action(_ json: [UInt8], in record: DecodingRecord) throws(SessionError) -> Action {
    try decode(Action.self, from: json, in: record)
  }

  /// Decodes the only action of a request.
  func actions(_ json: [UInt8]) throws(SessionError) -> ClientActions<Action> {
    let record = DecodingRecord()
    let decoded = try decode(ClientAction<Action>.self, from: json, in: record)
    return ClientActions(
      actions: decoded.actions,
      texts: decoded.actions.count == 1 ? [json] : Self.texts(of: decoded.actions),
      isBatch: false, record: record)
  }

  /// Decodes a batch of actions.
  func batch(_ json: [UInt8]) throws(SessionError) -> ClientActions<Action> {
    let record = DecodingRecord()
    let decoded = try decode([ClientAction<Action>].self, from: json, in: record)
    let actions = decoded.flatMap(\.actions)
    guard !actions.isEmpty, actions.count <= Self.maximumBatch else {
      throw .invalidValue(
        "Send 1 to \(Self.maximumBatch) actions together, not \(actions.count).",
        at: JSONPointer([]))
    }
    return ClientActions(
      actions: actions, texts: Self.texts(of: actions), isBatch: true, record: record)
  }

  /// The maximum number of actions in a batch.
  private static var maximumBatch: Int { 1000 }

  /// Returns each action as JSON, for the journal; nothing if one has no JSON form.
  static func texts(of actions: [Action]) -> [[UInt8]] {
    let texts = actions.compactMap { try? WireCoding.encode($0) }
    return texts.count == actions.count ? texts : []
  }

  @inline(__always)
  private func decode<Value: Decodable>(
    _ type: Value.Type, from json: [UInt8], in record: DecodingRecord
  ) throws(SessionError) -> Value {
    try store.withDependencies { () throws(SessionError) in
      try WireCoding.decode(
        type, from: json, within: context.runtime.feature.clientInput, in: record)
    }
  }

  // MARK: What the session has encoded

  /// Decodes the state of an earlier version.
  func state(saved: SavedState) throws(SessionError) -> DecodedState<State> {
    try store.withDependencies { () throws(SessionError) in
      // The version may be from a time when the state had another shape.
      try StoredState(saved).decodeWithoutLoss(State.self)
    }
  }

  /// Decodes the action of a durable effect.
  func action(saved json: [UInt8]) throws(SessionError) -> Action {
    try store.withDependencies { () throws(SessionError) in
      try WireCoding.decode(Action.self, fromSaved: json)
    }
  }
}

/// The actions of a client's request: several for a batch, or for a binding of several fields.
struct ClientActions<Action: Sendable>: Sendable {
  let actions: [Action]
  /// Each action as JSON, for the journal; empty when one has no JSON form.
  let texts: [[UInt8]]
  /// Whether the client sent them as a batch.
  let isBatch: Bool
  /// The record of their decoding.
  let record: DecodingRecord
}
