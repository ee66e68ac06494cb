import Backstack
import BackstackCoding
import BackstackViews

/// A version of a session that some client has, with everything that is needed to make a patch from
/// it.
package class PatchBase: @unchecked Sendable {
  // Sound: the lock of the session's store guards everything that changes.

  package let version: Int
  /// The link that the client has for the version.
  let link: String?
  /// The number of effects that the version has.
  let effects: Int
  /// The shared values that have a key, as an object of JSON; `nil` if there are none.
  let shared: [UInt8]?

  init(version: Int, link: String?, effects: Int, shared: [UInt8]? = nil) {
    self.version = version
    self.link = link
    self.effects = effects
    self.shared = shared
  }
}

/// A version whose screen a client has.
final class ScreenBase: PatchBase, @unchecked Sendable {
  // Sound: nothing changes.

  let screen: Screen

  init(version: Int, screen: Screen, link: String?, effects: Int) {
    self.screen = screen
    super.init(version: version, link: link, effects: effects)
  }
}

/// A version whose state a client has: the earlier form of the elements that have changed since.
final class StateBase: PatchBase, @unchecked Sendable {
  // Sound: the lock of the session's store guards everything that changes.

  /// The state as JSON, with gaps for its stacks.
  let outline: [UInt8]
  private(set) var stacks: [StackBase]

  init(
    version: Int, outline: [UInt8], stacks: [StackSegments], link: String?, effects: Int,
    shared: [UInt8]?
  ) {
    self.outline = outline
    self.stacks = stacks.map { StackBase(count: $0.count) }
    super.init(version: version, link: link, effects: effects, shared: shared)
  }

  /// Saves the earlier form of a stack before the stack changes.
  func willChange(_ number: Int, _ segments: StackSegments, _ change: StackChange?) {
    if number < stacks.count { stacks[number].willChange(segments, change) }
  }
}

/// The known part of a stack at an earlier version.
struct StackBase {
  let count: Int
  /// The number of elements that have never left the stack since.
  private(set) var kept: Int
  /// Those kept elements that have changed since, in their order.
  private(set) var changed: [Changed] = []
  /// The whole stack, from when the changes of its elements can no longer be tracked.
  private(set) var whole: Whole?

  /// The earlier JSON of an element.
  struct Changed {
    let index: Int
    let json: [UInt8]
  }

  enum Whole {
    case array([UInt8])
    case lost
  }

  init(count: Int) {
    self.count = count
    kept = count
  }

  mutating func willChange(_ segments: StackSegments, _ change: StackChange?) {
    guard whole == nil else { return }
    switch change {
    case .changed(let index):
      guard index < kept else { return }
      var place = changed.startIndex..<changed.endIndex
      while !place.isEmpty {
        let middle = place.lowerBound + place.count / 2
        if changed[middle].index == index { return }
        place =
          changed[middle].index < index
          ? middle + 1..<place.upperBound : place.lowerBound..<middle
      }
      changed.insert(Changed(index: index, json: Array(segments[index])), at: place.lowerBound)
    case .truncated(let count): kept = min(kept, count)
    case .appended: break
    case nil:
      whole = array(with: segments).map { .array($0) } ?? .lost
      changed = []
    }
  }

  /// Returns the stack as it was; `nil` if elements have left.
  private func array(with segments: StackSegments) -> [UInt8]? {
    guard kept == count else { return nil }
    var array: [UInt8] = [0x5B]
    var rest = changed[...]
    for index in 0..<count {
      if index > 0 { array.append(0x2C) }
      if rest.first?.index == index {
        array += rest.removeFirst().json
      } else {
        array += segments[index]
      }
    }
    array.append(0x5D)
    return array
  }
}
