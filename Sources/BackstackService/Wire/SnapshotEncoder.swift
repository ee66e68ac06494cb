import Backstack
import BackstackJSON

/// The state of one session as JSON, brought up to date again and again: of its stacks only the elements
/// that have changed are encoded.
final class SnapshotEncoder: StackEncoder, @unchecked Sendable {
  // Sound: everything is guarded by the lock of the session's store, and no access lasts while other
  // code runs: exclusivity need not be checked at each.

  /// The version of the state; -1 before the first, and after one that could not be encoded.
  @exclusivity(unchecked) private(set) var version = -1
  /// The state with gaps for its stacks.
  @exclusivity(unchecked) private var outline: [UInt8] = []
  @exclusivity(unchecked) private var stacks: [StackSegments] = []
  /// How many stacks the present state had so far. They are known by their order: when that has
  /// changed, no mark fits, and they are encoded anew.
  @exclusivity(unchecked) private var position = 0
  /// Whether an element of a stack is being encoded.
  @exclusivity(unchecked) private var isInStack = false
  /// The whole state, once somebody has asked for it.
  @exclusivity(unchecked) private var whole: [UInt8]?
  /// The versions from which somebody may want a patch.
  @exclusivity(unchecked) private var bases: [WeakBase] = []

  private struct WeakBase {
    weak var base: PatchBase?
  }

  /// Encodes a state.
  ///
  /// - Throws: What ``WireCoding/encode(_:)`` throws.
  func update(to state: some Encodable, version: Int) throws {
    if version == self.version { return }
    position = 0
    whole = nil
    do {
      outline = try JSONStreamEncoder.encode(state, context: StackEncoding(self))
      for number in position..<max(position, stacks.count) {
        willChange(number, stacks[number], nil)
      }
      stacks.removeLast(stacks.count - position)
      self.version = version
    } catch {
      for base in bases { base.base?.lose() }
      bases = []
      stacks = []
      outline = []
      self.version = -1
      throw error
    }
  }

  /// About how many bytes ``json()`` has.
  var size: Int { stacks.reduce(outline.count) { $0 + $1.size } }

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
    guard !base.isLost else { return JSONPatch.replacing("/state", with: json()) }
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

  /// Brings a stack up to date, and encodes a gap in its place.
  func encode<Element: Encodable>(
    _ stack: StackState<Element>, to encoder: JSONValueEncoder
  ) throws -> Bool {
    // A stack in an element of another one is part of that.
    if isInStack { return false }
    isInStack = true
    defer { isInStack = false }
    let number = position
    position += 1
    // Taken out, so that it is changed where it is.
    var segments = StackSegments()
    if number < stacks.count { swap(&segments, &stacks[number]) } else { stacks.append(segments) }
    do {
      try segments.update(to: stack, with: encoder) { willChange(number, $0, $1) }
    } catch {
      for base in bases { base.base?.loseStack(number) }
      throw error
    }
    swap(&segments, &stacks[number])
    try encoder.encode(gap: number)
    return true
  }
}
