import BackstackCoding

/// A durable effect of a session that is pending: it has not sent an action yet.
public struct PendingEffect: Codable, Sendable, Hashable {
  /// The id that the feature gave it.
  public let id: String
  /// The action that starts it, as JSON.
  public let action: String

  /// Creates a pending effect.
  public init(id: String, action: String) {
    self.id = id
    self.action = action
  }
}

/// The durable effects of a session that are pending, oldest first. They are stored with its state.
struct PendingEffects: Sendable {
  private(set) var all: [PendingEffect]
  /// The number of changes.
  private(set) var revision = 0
  /// The size of the ids and actions, in bytes.
  private(set) var byteCount: Int

  init(_ effects: [PendingEffect] = []) {
    all = effects
    byteCount = effects.reduce(0) { $0 + $1.byteCount }
  }

  /// Adds an effect, unless it is there because the session was activated with it.
  ///
  /// - Parameter action: Returns the action as JSON.
  mutating func add(id: String, action: () -> [UInt8]) {
    guard !all.contains(where: { $0.id == id }) else { return }
    let effect = PendingEffect(id: id, action: String(decoding: action(), as: UTF8.self))
    all.append(effect)
    byteCount += effect.byteCount
    revision += 1
  }

  /// Removes an effect.
  mutating func remove(id: String) {
    guard let index = all.firstIndex(where: { $0.id == id }) else { return }
    byteCount -= all.remove(at: index).byteCount
    revision += 1
  }
}

extension PendingEffect {
  fileprivate var byteCount: Int { id.utf8.count + action.utf8.count }
}
