import Backstack
import BackstackCoding

/// The JSON of a state that may become a session's next one: the changes since the present state,
/// whose memory it does not touch.
final class SnapshotDraft: StackEncoder {
  /// The state with gaps for its stacks.
  private(set) var outline: [UInt8] = []
  /// The updates of the stacks, in the order in which the stacks were encoded. If that order has
  /// changed, no mark matches, and the stacks are encoded completely.
  private var updates = Few<StackUpdate>()
  /// The number of bytes of the state.
  private(set) var size = 0
  /// The number of bytes that were encoded, without those that were already known.
  private(set) var cost = 0

  private let shares: SharedAccess?
  /// The shared values when the encoding began; `nil` if there were none.
  private let present: SharedValues?
  /// The places of the present state that show shared values; `nil` if there are none.
  private let places: SharedPlaces?
  /// Finds the places that this state has; `nil` if there are none.
  private var search: SharedSearch?
  /// The number of shared values that have changed since the present state.
  private let changeCount: Int
  /// The element of a stack that is being encoded. ``updates`` can't be read meanwhile.
  private var position = SharedPlaces.Position()

  /// The stacks of the present state.
  private var known: [StackSegments]
  private let limit: Int
  /// Whether an element of a stack is being encoded.
  private var isInStack = false
  /// Whether the state is being encoded a second time, in parts, so that its stacks are counted
  /// from the start again.
  private var isSecondPass = false

  /// Encodes a state.
  ///
  /// - Parameters:
  ///   - known: The stacks of the present state.
  ///   - shares: The shared values of the store; `nil` for a state without a store.
  ///   - limit: The maximum size of the state, in bytes.
  /// - Throws: ``JSONLimitExceeded`` for a larger state, after hardly more than `limit` bytes were
  ///   encoded; the errors of ``WireCoding/encode(_:)``.
  init(
    of state: borrowing some Encodable, known: [StackSegments], sharing shares: SharedAccess?,
    upTo limit: Int
  ) throws {
    self.known = known
    self.limit = limit
    self.shares = shares
    present = shares?.present
    let known = present?.beginEncoding()
    places = known?.places as? SharedPlaces
    changeCount = known?.changeCount ?? 0
    if let places { search = SharedSearch(known: places) }
    outline = try JSONStreamEncoder.encode(state, context: StackEncoding(self), limit: limit)
    // With a second reference, updating the present stacks would copy them.
    self.known = []
    size += outline.count
    cost += outline.count
    if size > limit { throw JSONLimitExceeded() }
    search?.finish()
  }

  /// The number of stacks.
  var stackCount: Int { updates.count }

  /// Calls `body` with the update of a stack, which is not copied.
  func withUpdate(_ number: Int, _ body: (inout StackUpdate) -> Void) {
    updates.change(at: number, body)
  }

  /// Encodes the changes of a stack, and a gap in its place.
  func encode(
    _ stack: StackHistory, to encoder: JSONValueEncoder,
    element: (Int, (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> Bool {
    // A stack in an element of another one is encoded as a part of that element.
    if isInStack { return false }
    isInStack = true
    defer { isInStack = false }
    if encoder.isSecondPass, !isSecondPass { beginSecondPass() }
    let number = updates.count
    let segments = number < known.count ? known[number] : StackSegments()
    let room = limit - min(limit, size)
    position = SharedPlaces.Position(stack: number, depth: encoder.depth)
    // In place, as a copy would count references. The code of an element does not get here: see above.
    updates.append(StackUpdate(mark: stack.mark))
    try updates.change(at: number) { update in
      try segments.update(
        to: stack, and: { visitElements(of: number, $0) }, limit: room, into: &update,
        element: element)
      size += update.size - JSONGap.size(of: number)
      cost += update.cost
    }
    search?.end(number, count: stack.ids.count, in: encoder)
    try encoder.encode(gap: number)
    return true
  }

  /// Calls `body` with the elements of a stack that show changed values.
  private func visitElements(of stack: Int, _ body: (Int) -> Void) {
    guard changeCount > 0, let places, places.hasPlaces(in: stack) else { return }
    present?.visitChanges(changeCount) { places.visitElements(of: stack, showing: $0, body) }
  }

  private func beginSecondPass() {
    isSecondPass = true
    updates = Few()
    size = 0
    cost = 0
    search = places.map { SharedSearch(known: $0) }
  }

  func willEncode(element index: Int) {
    position.index = index
    search?.begin(position)
  }

  func willEncode(_ reference: AnySharedReference, in encoder: JSONValueEncoder) throws {
    // An element may be encoded a second time by itself.
    if encoder.isSecondPass, !isSecondPass, !isInStack { beginSecondPass() }
    if search == nil {
      search = SharedSearch(known: nil)
      if isInStack { search?.begin(position) }
    }
    try search?.willEncode(reference, in: encoder, sharing: shares)
  }

  func didEncodeReference() { search?.didEncode() }

  /// Makes the places those of the present state.
  func keepPlaces() {
    guard let present = present ?? shares?.present else { return }
    var kept = places
    if let search, search.hasChanged || kept?.isWithin(updates.count) != true {
      if kept == nil { kept = SharedPlaces() }
      kept?.apply(search.update, stackCount: updates.count)
    }
    present.keep(kept, after: changeCount)
  }
}
