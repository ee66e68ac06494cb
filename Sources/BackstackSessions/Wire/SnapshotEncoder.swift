import Backstack
import BackstackCoding

/// The state of one session as JSON. An update encodes only those elements of its stacks that have
/// changed.
///
/// The patches for clients are made here, by ``patch(from:link:effects:shared:)``: ``StackPatch`` adds what has changed
/// in the stacks, and `JSONPatch` compares everything else.
///
/// A state is first encoded as a draft, so that its size is known before it replaces the present
/// state.
final class SnapshotEncoder: @unchecked Sendable {
  // Sound: the lock of the session's store guards everything. No access lasts while other code
  // runs.

  /// The version of the state; -1 before the first.
  private(set) var version = -1
  private var measures = Measures()
  /// The state with gaps for its stacks.
  private var outline: [UInt8] = []
  private var stacks: [StackSegments] = []
  /// The whole state, once it was requested.
  private var whole: [UInt8]?
  /// The answers to requests that most sessions never get.
  private var requested: Requested?
  /// The versions from which a client may want a patch.
  private var bases: [WeakBase] = []

  private final class Requested {
    /// The unnamed navigation stack, once it was requested.
    var path: [UInt8]?
    /// The pointers to the outline's gaps, once a patch was made.
    var pointers: [[UInt8]]?
  }

  private struct WeakBase {
    weak var base: StateBase?
  }

  /// The sizes in 32 bits, as each session has them in memory; larger ones are clamped.
  private struct Measures {
    var size: UInt32 = 0
    var cost: UInt32 = 0
  }

  /// The number of bytes of ``json()``.
  var size: Int { Int(measures.size) }

  /// The number of bytes that were encoded for the present state, without those that were already
  /// known.
  var cost: Int { Int(measures.cost) }

  // MARK: Encoding

  /// Encodes a state.
  ///
  /// - Throws: The errors of ``WireCoding/encode(_:)``; then the previous state stays.
  func update(
    to state: some Encodable, sharing shares: SharedAccess? = nil, version: Int
  ) throws {
    if version == self.version { return }
    keep(try draft(of: state, sharing: shares), as: version)
  }

  /// Encodes a state that may become the next one; ``keep(_:as:)`` makes it the present one.
  ///
  /// - Parameters:
  ///   - shares: The shared values of the store; `nil` for a state without a store.
  ///   - limit: The maximum size of the state, in bytes.
  /// - Throws: ``JSONLimitExceeded`` for a larger state, after hardly more than `limit` bytes were
  ///   encoded; the errors of ``WireCoding/encode(_:)``.
  func draft(
    of state: some Encodable, sharing shares: SharedAccess? = nil, upTo limit: Int = .max
  ) throws -> SnapshotDraft {
    try SnapshotDraft(of: state, known: stacks, sharing: shares, upTo: limit)
  }

  /// Replaces the present state with a draft.
  func keep(_ draft: SnapshotDraft, as version: Int) {
    whole = nil
    requested?.path = nil
    if outline != draft.outline {
      outline = draft.outline
      requested?.pointers = nil
    }
    measures = Measures(size: UInt32(clamping: draft.size), cost: UInt32(clamping: draft.cost))
    let count = draft.stackCount
    for number in 0..<count {
      // Swapped out, so that it has one reference and changes in place.
      var segments = StackSegments()
      if number < stacks.count { swap(&segments, &stacks[number]) } else { stacks.append(segments) }
      draft.withUpdate(number) { update in
        segments.apply(&update) { willChange(number, $0, $1) }
      }
      swap(&segments, &stacks[number])
    }
    for number in count..<max(count, stacks.count) { willChange(number, stacks[number], nil) }
    stacks.removeLast(stacks.count - count)
    draft.keepPlaces()
    self.version = version
  }

  // MARK: The present state

  /// Returns the whole state.
  ///
  /// - Complexity: O(size), once per version.
  func json() -> [UInt8] {
    if let whole { return whole }
    var json: [UInt8] = []
    json.reserveCapacity(size)
    JSONGap.fill(outline, into: &json) { number, json in stacks[number].write(to: &json) }
    whole = json
    return json
  }

  /// Returns the whole state as it is stored.
  ///
  /// - Parameter shares: The shared values of the store.
  func saved(sharing shares: SharedAccess) -> SavedState {
    guard let present = shares.present else { return SavedState(json: json(), shared: nil) }
    let places = present.places as? SharedPlaces ?? SharedPlaces()
    return SavedState(json: json(), shared: places.record(of: present.source))
  }

  /// Returns a navigation stack of the present state, as a JSON array; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - location: The position of the stack in the state.
  ///   - isKept: Whether the result is cached until the state changes, for the stack that clients
  ///     read most.
  /// - Throws: The errors of ``WireCoding/encode(_:)``, for a stack that is not in the state's
  ///   JSON.
  /// - Complexity: O(size of the stack).
  func path(
    at location: NavigationPaths.Location, of state: some Encodable, isKept: Bool
  ) throws -> [UInt8]? {
    if isKept, let path = requested?.path { return path }
    guard let stack = location.stack(in: state) else { return nil }
    var json: [UInt8]?
    if let known = (stack as? any SegmentedStack)?.json(in: stacks) {
      json = known
    } else if let stack = stack as? any Encodable {
      json = try WireCoding.encode(stack)
    }
    if isKept { keep { $0.path = json } }
    return json
  }

  // MARK: Patches

  /// Returns the present version, for ``patch(from:link:effects:shared:)``.
  ///
  /// - Parameters:
  ///   - link: The link to the version's state.
  ///   - effects: The number of effects that the version has.
  ///   - shared: The shared values that have a key.
  func base(link: String? = nil, effects: Int = 0, shared: [UInt8]? = nil) -> StateBase {
    if let latest = bases.last?.base, latest.version == version { return latest }
    bases.removeAll { $0.base == nil }
    let base = StateBase(
      version: version, outline: outline, stacks: stacks, link: link, effects: effects,
      shared: shared)
    bases.append(WeakBase(base: base))
    return base
  }

  /// Returns the patch (RFC 6902) from an earlier version's snapshot to the present one. It changes
  /// only `state`, `link`, `effects` and `shared`; the version is sent separately.
  ///
  /// - Parameters:
  ///   - link: The link to the present state.
  ///   - effects: The number of effects that the present version has.
  ///   - shared: The shared values that have a key in the present version.
  func patch(
    from base: StateBase, link: String? = nil, effects: Int = 0, shared: [UInt8]? = nil
  ) -> [UInt8] {
    if base.version == version { return Array("[]".utf8) }
    var patch = Self.patch(statePatch(from: base), from: base, link: link, effects: effects)
    if shared != nil || base.shared != nil, shared != base.shared {
      let change =
        if let before = base.shared, let shared {
          JSONPatch.make(fromWritten: before, to: shared, at: "/shared")
        } else {
          JSONPatch.setting("/shared", to: shared, was: base.shared != nil)
        }
      JSONPatch.append(change, to: &patch)
    }
    return patch
  }

  /// Returns the patch of the state or the screen, and of the other changed members.
  static func patch(
    _ content: [UInt8], from base: PatchBase, link: String?, effects: Int
  ) -> [UInt8] {
    var patch = content
    if link != base.link {
      let json = link.map { link in
        var json: [UInt8] = []
        JSONString.append(link, to: &json)
        return json
      }
      JSONPatch.append(
        JSONPatch.setting("/link", to: json, was: base.link != nil), to: &patch)
    }
    if effects != base.effects {
      JSONPatch.append(JSONPatch.replacing(effects: effects), to: &patch)
    }
    return patch
  }

  private func statePatch(from base: StateBase) -> [UInt8] {
    let gaps = StackPatch(base: base.stacks, stacks: stacks)
    if base.outline == outline {
      let pointers = requested?.pointers ?? JSONGap.pointers(in: outline)
      if requested?.pointers == nil { keep { $0.pointers = pointers } }
      if let patch = JSONPatch.make(in: gaps, at: pointers, below: "/state"),
        pointers.count == stacks.count
      {
        return patch
      }
    }
    do throws(JSONSyntaxError) {
      return try JSONPatch.make(from: base.outline, to: outline, at: "/state", gaps: gaps)
    } catch {
      // A feature's own coding may produce JSON that exceeds the limits of the decoder.
      return JSONPatch.replacing("/state", with: json())
    }
  }

  private func keep(_ note: (Requested) -> Void) {
    let requested = requested ?? Requested()
    note(requested)
    self.requested = requested
  }

  private func willChange(_ number: Int, _ segments: StackSegments, _ change: StackChange?) {
    for base in bases { base.base?.willChange(number, segments, change) }
  }
}

extension JSONPatch {
  /// Returns the patch that replaces a snapshot's number of effects.
  package static func replacing(effects: Int) -> [UInt8] {
    replacing("/effects", with: Array(String(effects).utf8))
  }
}

/// A stack that may be one of the encoded stacks.
private protocol SegmentedStack {
  /// Returns the stack as a JSON array; `nil` if it is not among the encoded stacks.
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
