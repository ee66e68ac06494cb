import Backstack
import BackstackCoding
import BackstackViews
import Foundation

/// A screen, for tests: what a client reads of it.
struct ScreenReader {
  let levels: [[String: Any]]

  /// Evaluates the view of a store.
  init<State, Action>(
    _ store: Store<State, Action>, within limits: ScreenWriter.Limits = ScreenWriter.Limits(),
    @ViewBuilder _ view: (Store<State, Action>) -> any View
  ) throws {
    let screen = try store.screen(within: limits, view)
    let json = try JSONSerialization.jsonObject(with: Data(screen.json)) as? [String: Any]
    levels = json?["levels"] as? [[String: Any]] ?? []
  }

  /// Evaluates a view that needs no store.
  init(
    within limits: ScreenWriter.Limits = ScreenWriter.Limits(),
    @ViewBuilder _ view: () -> some View
  ) throws {
    let view = view()
    try self.init(Store(initialState: Nothing.State()) { Nothing() }, within: limits) { _ in view }
  }

  /// The nodes of the root, as JSON with sorted keys.
  var body: String { Self.text(levels.first?["body"] ?? []) }

  /// The nodes of the top-most level.
  var top: [[String: Any]] { levels.last?["body"] as? [[String: Any]] ?? [] }

  /// Returns what a client posts for the control with a text on the top-most level; `nil` if the control
  /// can't be used.
  func action(_ text: String, _ value: Any? = nil, key: String = "send") -> String? {
    guard let level = levels.last else { return nil }
    let nodes = (level["body"] as? [Any] ?? []) + (level["toolbar"] as? [Any] ?? [])
    guard let node = Self.find(text, in: nodes), var send = node[key] else { return nil }
    if let value { send = Self.replace("$value", in: send, with: value) }
    if !node.keys.contains("wrap"), let wrap = level["wrap"] {
      send =
        (send as? [Any]).map { $0.map { Self.replace("$action", in: wrap, with: $0) } }
        ?? Self.replace("$action", in: wrap, with: send)
    }
    return Self.text(send)
  }

  /// Returns what a client posts to leave the top-most level.
  func closing() -> String? {
    let leaving = levels.last?["back"] ?? levels.last?["close"]
    return (leaving as? [String: Any])?["send"].map(Self.text)
  }

  static func text(_ json: Any) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: json, options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  private static func replace(_ marker: String, in json: Any, with value: Any) -> Any {
    switch json {
    case let object as [String: Any] where object.count == 1 && object.keys.first == marker: value
    case let object as [String: Any]: object.mapValues { replace(marker, in: $0, with: value) }
    case let array as [Any]: array.map { replace(marker, in: $0, with: value) }
    default: json
    }
  }

  private static func find(_ text: String, in nodes: [Any]) -> [String: Any]? {
    for case let node as [String: Any] in nodes {
      if node["text"] as? String == text { return node }
      for case let children as [Any] in node.values {
        guard let found = find(text, in: children) else { continue }
        // The label of a button is not the button.
        return found["send"] == nil && node["send"] != nil ? node : found
      }
    }
    return nil
  }
}

@Reducer
struct Nothing {
  @ObservableState
  struct State: Codable, Equatable, Sendable {}
  enum Action: Codable, Equatable, Sendable { case done }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
