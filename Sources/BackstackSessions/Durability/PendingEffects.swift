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
///
/// A reference, so that the many sessions without such effects need no memory for it.
struct PendingEffects: Sendable {
  private struct Content: Sendable {
    var all: [PendingEffect] = []
    var revision = 0
    var byteCount = 0
  }

  private var content: SharedConstant<Content>?

  init() {}

  init(_ effects: [PendingEffect]) {
    content = SharedConstant(
      Content(all: effects, byteCount: effects.reduce(0) { $0 + $1.byteCount }))
  }

  var all: [PendingEffect] { content?.value.all ?? [] }
  /// The number of changes.
  var revision: Int { content?.value.revision ?? 0 }
  /// The size of the ids and actions, in bytes.
  var byteCount: Int { content?.value.byteCount ?? 0 }

  /// Adds an effect, unless it is there because the session was activated with it. One with its id
  /// that could not be started then is replaced.
  mutating func add(_ effect: PendingEffect) {
    let index = all.firstIndex { $0.id == effect.id }
    if let index, all[index] == effect { return }
    change { content in
      if let index {
        content.byteCount -= content.all[index].byteCount
        content.all[index] = effect
      } else {
        content.all.append(effect)
      }
      content.byteCount += effect.byteCount
    }
  }

  /// Removes an effect.
  mutating func remove(id: String) {
    guard let index = all.firstIndex(where: { $0.id == id }) else { return }
    change { content in content.byteCount -= content.all.remove(at: index).byteCount }
  }

  private mutating func change(_ change: (inout Content) -> Void) {
    var content = content?.value ?? Content()
    change(&content)
    content.revision += 1
    self.content = SharedConstant(content)
  }
}

extension PendingEffect {
  fileprivate var byteCount: Int { id.utf8.count + action.utf8.count }
}
