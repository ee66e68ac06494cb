/// A screen on a stack.
///
/// Elements are equal if their ids are: a screen whose state has changed is the same screen, which
/// a SwiftUI `NavigationStack` does not push again.
public struct RemoteElement<Screen>: Identifiable {
  /// The session never gives an id to another element.
  public let id: Int
  public let state: Screen
}

extension RemoteElement: Sendable where Screen: Sendable {}
extension RemoteElement: Decodable where Screen: Decodable {}

extension RemoteElement: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
