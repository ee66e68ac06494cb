import Backstack
import BackstackJSON

/// The state of one session as JSON, brought up to date again and again: of its stacks only the elements
/// that have changed are encoded.
///
/// A state is encoded as a draft first, whose size is known before it takes the place of the one before.
final class SnapshotEncoder: @unchecked Sendable {
  // Sound: everything is guarded by the lock of the session's store, and no access lasts while other
  // code runs: exclusivity need not be checked at each.

  /// The version of the state; -1 before the first.
  @exclusivity(unchecked) private(set) var version = -1
  @exclusivity(unchecked) private var measures = Measures()
  /// The state with gaps for its stacks.
  @exclusivity(unchecked) private var outline: [UInt8] = []
  @exclusivity(unchecked) private var stacks: [StackSegments] = []
  /// The whole state, once somebody has asked for it.
  @exclusivity(unchecked) private var whole: [UInt8]?
  /// The navigation stack that is meant where none is named, once somebody has asked for it.
  @exclusivity(unchecked) private var path: [UInt8]?
  /// The versions from which somebody may want a patch.
  @exclusivity(unchecked) private var bases: [WeakBase] = []

  private struct WeakBase {
    weak var base: PatchBase?
  }

  /// Small, as each session has them: no state has more bytes than memory could hold of them.
  private struct Measures {
    var size: UInt32 = 0
    var cost: UInt32 = 0
  }

  /// How many bytes ``json()`` has.
  var size: Int { Int(measures.size) }

  /// How many bytes were encoded for the present state: what was known of the one before was not.
  var cost: Int { Int(measures.cost) }

  // MARK: Encoding

  /// Encodes a state.
  ///
  /// - Throws: What ``WireCoding/encode(_:)`` throws; the state before stays.
  func update(to state: some Encodable, version: Int) throws {
    if version == self.version { return }
    keep(try draft(of: state), as: version)
  }

  /// Encodes a state that may become the next one; ``keep(_:as:)`` makes it that.
  ///
  /// - Parameter limit: The most bytes that it may have.
  /// - Throws: ``JSONLimitExceeded`` for a larger one, of which hardly more was encoded; what
  ///   ``WireCoding/encode(_:)`` throws.
  func draft(of state: some Encodable, upTo limit: Int = .max) throws -> SnapshotDraft {
    try SnapshotDraft(of: state, known: stacks, upTo: limit)
  }

  /// Puts a draft in the place of the present state.
  func keep(_ draft: SnapshotDraft, as version: Int) {
    whole = nil
    path = nil
    outline = draft.outline
    measures = Measures(size: UInt32(clamping: draft.size), cost: UInt32(clamping: draft.cost))
    let count = draft.updates.count
    for (number, update) in draft.updates.enumerated() {
      // Taken out, so that it is changed where it is.
      var segments = StackSegments()
      if number < stacks.count { swap(&segments, &stacks[number]) } else { stacks.append(segments) }
      segments.apply(update) { willChange(number, $0, $1) }
      swap(&segments, &stacks[number])
    }
    for number in count..<max(count, stacks.count) { willChange(number, stacks[number], nil) }
    stacks.removeLast(stacks.count - count)
    self.version = version
  }

  // MARK: The present state

  /// The whole state.
  ///
  /// - Complexity: O(size), once for a version.
  func json() -> [UInt8] {
    if let whole { return whole }
    var json: [UInt8] = []
    json.reserveCapacity(size)
    JSONGap.fill(outline, into: &json) { number, json in stacks[number].write(to: &json) }
    whole = json
    return json
  }

  /// A navigation stack of the present state, as a JSON array; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - place: Where the stack is in the state.
  ///   - isKept: Whether it is the one that is asked for most, and kept until the state changes.
  /// - Throws: What ``WireCoding/encode(_:)`` throws, for a stack that the state's JSON does not have.
  /// - Complexity: O(size of the stack).
  func path(
    at place: NavigationPaths.Place, of state: some Encodable, isKept: Bool
  ) throws -> [UInt8]? {
    if isKept, let path { return path }
    guard let stack = place.stack(in: state) else { return nil }
    var json: [UInt8]?
    if let known = (stack as? any SegmentedStack)?.json(in: stacks) {
      json = known
    } else if let stack = stack as? any Encodable {
      json = try WireCoding.encode(stack)
    }
    if isKept { path = json }
    return json
  }

  // MARK: Patches

  /// The present version, for ``patch(from:)``.
  func base() -> PatchBase {
    if let latest = bases.last?.base, latest.version == version { return latest }
    bases.removeAll { $0.base == nil }
    let base = PatchBase(version: version, outline: outline, stacks: stacks)
    bases.append(WeakBase(base: base))
    return base
  }

  /// The patch (RFC 6902) from an earlier version's snapshot to the present one's; it changes the `state`
  /// alone: the version that it leads to is told beside it.
  func patch(from base: PatchBase) -> [UInt8] {
    if base.version == version { return Array("[]".utf8) }
    do throws(JSONSyntaxError) {
      return try JSONPatch.make(
        from: base.outline, to: outline, at: "/state",
        gaps: StackPatch(base: base.stacks, stacks: stacks))
    } catch {
      // What a feature has encoded by code of its own may be more than our decoder takes.
      return JSONPatch.replacing("/state", with: json())
    }
  }

  private func willChange(_ number: Int, _ segments: StackSegments, _ change: StackChange?) {
    for base in bases { base.base?.willChange(number, segments, change) }
  }
}

/// A stack that may be one of those that are encoded.
private protocol SegmentedStack {
  /// The stack as a JSON array; `nil` if it is none of them.
  func json(in stacks: [StackSegments]) -> [UInt8]?
}

extension StackState: SegmentedStack {
  fileprivate func json(in stacks: [StackSegments]) -> [UInt8]? {
    guard let segments = stacks.first(where: { $0.isCurrent(for: self) }) else { return nil }
    var json: [UInt8] = []
    json.reserveCapacity(segments.size)
    segments.write(to: &json)
    return json
  }
}
