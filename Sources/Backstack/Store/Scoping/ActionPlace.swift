import BackstackCasePaths
import BackstackCoding
import BackstackPlatform

/// What stands before and after an action in the action of another feature in which it is embedded,
/// as JSON: `{"path":` and `}` for the actions of a case `path`.
package struct ActionPlace: Hashable, Sendable {
  package let prefix: [UInt8]
  package let suffix: [UInt8]

  /// The place of actions that are embedded in nothing.
  package static let root = ActionPlace(prefix: [], suffix: [])

  package init(prefix: [UInt8], suffix: [UInt8]) {
    self.prefix = prefix
    self.suffix = suffix
  }

  /// Finds an action in one in which it is embedded; `nil` if more than closing braces follow.
  init?(of inner: [UInt8], in outer: [UInt8]) {
    let braces = outer.reversed().prefix { $0 == UInt8(ascii: "}") }.count
    for count in 0...braces {
      let before = outer.dropLast(count)
      // An object's own braces are not around it.
      guard before.suffix(inner.count) == inner[...] else { continue }
      let prefix = before.dropLast(inner.count)
      guard prefix.last == UInt8(ascii: ":") else { return nil }
      self.init(prefix: Array(prefix), suffix: Array(outer.suffix(count)))
      return
    }
    return nil
  }

  /// Returns the place of what is embedded at another place in an action at this one.
  package func appending(_ inner: ActionPlace) -> ActionPlace {
    if prefix.isEmpty { return inner }
    return ActionPlace(prefix: prefix + inner.prefix, suffix: inner.suffix + suffix)
  }
}

/// Takes the actions of a store whose state does not change, and of its scopes.
package protocol ActionTaker: AnyObject, Sendable {
  /// Takes an action, on the sender's thread.
  ///
  /// - Parameter place: Where it stands in an action of the root.
  func take(_ action: some Sendable, at place: ActionPlace)
}

/// Where a store of a state that does not change sends its actions.
package struct ActionTarget: Sendable {
  private let taker: any ActionTaker
  package let place: ActionPlace

  package init(_ taker: any ActionTaker, at place: ActionPlace) {
    self.taker = taker
    self.place = place
  }

  func send(_ action: some Sendable) { taker.take(action, at: place) }

  /// Returns the target of a scope's actions; `nil` if their place is not known.
  func scoped(_ key: ScopeKey) -> ActionTarget? {
    ScopePlaces.place(key).map { ActionTarget(taker, at: place.appending($0)) }
  }
}

extension Store {
  /// Where the actions of this store go instead of a reducer; `nil` if they are processed, or if their
  /// place in an action of the root is not known.
  package var target: ActionTarget? { core.target }
}

/// The places of scopes' actions in those of their parents, so that only what a control itself sends is
/// encoded, and not all that it is embedded in.
enum ScopePlaces {
  private static let known = Guarded<[ScopeKey.Action: ActionPlace?]>([:])
  /// The key paths of a program are few; but those with an id in them can be any number.
  private static let capacity = 1_000

  /// Returns the place of a scope's actions; `nil` if it is not known, or is another one for each action.
  static func place(_ key: ScopeKey) -> ActionPlace? {
    key.forAction.flatMap { key in known.withLock { $0[key] ?? nil } }
  }

  /// Finds out the place of a scope's actions from one of them.
  static func learn(_ key: ScopeKey, _ action: some Sendable, in parent: some Sendable) {
    guard let key = key.forAction,
      known.withLock({ $0[key] == nil && $0.count < capacity }),
      let action = action as? any Encodable, let parent = parent as? any Encodable,
      let inner = try? JSONStreamEncoder.encode(action),
      let outer = try? JSONStreamEncoder.encode(parent)
    else { return }
    known.withLock { $0[key] = .some(ActionPlace(of: inner, in: outer)) }
  }
}
