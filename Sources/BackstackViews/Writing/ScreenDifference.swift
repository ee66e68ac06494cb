import Backstack
import BackstackCoding
import BackstackDependencies
import FoundationEssentials

/// Where a screen differs although the state is the same.
package struct ScreenDifference: Sendable, Hashable {
  /// The name of the view; `nil` if it has none of its own.
  let view: String?
  /// The id of the level.
  let level: String
  /// The kind of the node and its text; `nil` for the level itself.
  let node: String?
  /// The member of the node or of the level.
  let member: String

  /// The members that closures make.
  private static let closures: Set = [
    "send", "delete", "move", "tap", "increment", "decrement", "submit", "focus", "appear",
    "refresh", "back", "close",
  ]

  /// The mistake, as sentences.
  package var message: String {
    let place = "\(node.map { "the \($0)" } ?? "a level") in \"\(level)\""
    let advice =
      Self.closures.contains(member)
      ? "A closure may depend on nothing but the state"
      : "A view may show nothing but the state"
    return """
      \(view ?? "A view") differs each time it is evaluated, in '\(member)' of \(place). \(advice): \
      dates, ids and random numbers are for the reducer.
      """
  }

  /// Returns the first difference of two screens; `nil` if there is none.
  init?(_ first: Screen, _ second: Screen) {
    for (before, after) in zip(first.levels, second.levels) where before != after {
      guard let before = try? JSONLiteral(decoding: before),
        let after = try? JSONLiteral(decoding: after)
      else { continue }
      var search = Search(level: Self.text(before["id"]) ?? "")
      if search.visit(before, after) {
        self = search.difference
        return
      }
    }
    guard first.levels.count != second.levels.count else { return nil }
    self.init(view: nil, level: "root", node: nil, member: "levels")
  }

  private init(view: String?, level: String, node: String?, member: String) {
    self.view = view
    self.level = level
    self.node = node
    self.member = member
  }

  fileprivate static func text(_ json: JSONLiteral?) -> String? {
    if case .string(let text) = json { text } else { nil }
  }

  /// Looks for a difference, from the outside to the inside.
  private struct Search {
    let level: String
    var view: String?
    var node: String?
    var member = "body"

    var difference: ScreenDifference {
      ScreenDifference(view: view, level: level, node: node, member: member)
    }

    /// - Returns: Whether the two differ; then the rest says where.
    mutating func visit(_ first: JSONLiteral, _ second: JSONLiteral) -> Bool {
      if first == second { return false }
      switch (first, second) {
      case (.array(let first), .array(let second)) where first.count == second.count:
        for (one, other) in zip(first, second) where visit(one, other) { return true }
      case (.object(let members), .object(let others))
      where members.map(\.name) == others.map(\.name):
        let isNode = first["kind"] != nil
        if isNode {
          view = ScreenDifference.text(first["view"]) ?? view
          node = Self.name(of: first)
        }
        for (one, other) in zip(members, others) where one.value != other.value {
          if isNode || first["style"] != nil { member = one.name }
          return visit(one.value, other.value)
        }
      default: break
      }
      return true
    }

    private static func name(of node: JSONLiteral) -> String {
      let kind = ScreenDifference.text(node["kind"]) ?? ""
      return ScreenDifference.text(node["text"]).map { "\(kind) \"\($0)\"" } ?? kind
    }
  }
}

extension Store {
  /// Returns how what the view of this store's feature shows differs if it is evaluated at another time,
  /// with other ids and random numbers; `nil` if it does not, as it should be.
  ///
  /// - Throws: ``ScreenFailure`` if the view exceeds a limit.
  package func screenDifference(
    within limits: ScreenWriter.Limits, _ view: (Store) -> any View
  ) throws(ScreenFailure) -> ScreenDifference? {
    var limits = limits
    limits.namesViews = true
    limits.bytes = max(limits.bytes, limits.bytes &* 2)
    func evaluate(_ run: Int) -> Result<Screen, ScreenFailure> {
      BackstackDependencies.withDependencies {
        $0.issueReporter = IssueReporter { _ in }
        $0.date = .constant(Date(timeIntervalSince1970: 981_173_106 + 31_536_000 * Double(run)))
        $0.uuid = .constant(UUID(run))
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(Numbers(last: UInt64(run) << 60))
      } operation: {
        Result { () throws(ScreenFailure) in try screen(within: limits, view) }
      }
    }
    return ScreenDifference(try evaluate(1).get(), try evaluate(2).get())
  }
}

/// Numbers that are not random.
private struct Numbers: RandomNumberGenerator {
  var last: UInt64

  mutating func next() -> UInt64 {
    last = last &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return last
  }
}
