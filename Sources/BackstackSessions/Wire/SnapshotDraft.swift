import Backstack
import BackstackCoding

/// The JSON of a state that may become a session's next one: the changes since the present state,
/// whose memory it does not touch.
final class SnapshotDraft: StackEncoder {
  /// The state with gaps for its stacks.
  private(set) var outline: [UInt8] = []
  /// The updates of the stacks, in the order in which the stacks were encoded. If that order has
  /// changed, no mark matches, and the stacks are encoded completely.
  private(set) var updates: [StackUpdate] = []
  /// The number of bytes of the state.
  private(set) var size = 0
  /// The number of bytes that were encoded, without those that were already known.
  private(set) var cost = 0

  /// The places of the present state that show shared values; `nil` if there are none.
  private let places: SharedPlaces?
  /// The places that this state has; `nil` if there are none.
  private var found: SharedPlaces.Update?
  private let shares: SharedAccess?
  /// The shared values that have changed since the present state.
  private var changes = SharedChanges()
  /// The shared values and parts that are being encoded, outermost first.
  private var open: [(root: ObjectIdentifier, steps: [SharedStep])] = []
  /// The number of the stack that is being encoded, and the position of its element. ``updates`` can't be
  /// read meanwhile.
  private var position = (stack: 0, element: 0)

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
    of state: some Encodable, known: [StackSegments], sharing shares: SharedAccess?, upTo limit: Int
  ) throws {
    self.known = known
    self.limit = limit
    self.shares = shares
    let present = shares?.present
    places = present?.places(as: SharedPlaces.self)
    if let present { changes = present.changes }
    if places != nil { found = SharedPlaces.Update() }
    outline = try JSONStreamEncoder.encode(state, context: StackEncoding(self), limit: limit)
    // With a second reference, updating the present stacks would copy them.
    self.known = []
    size += outline.count
    cost += outline.count
    if size > limit { throw JSONLimitExceeded() }
  }

  /// Calls `body` with an update, which is not copied.
  func withUpdate(_ number: Int, _ body: (inout StackUpdate) -> Void) { body(&updates[number]) }

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
    position.stack = number
    // In place, as a copy would count references. The code of an element does not get here: see above.
    updates.append(StackUpdate(mark: stack.mark))
    try segments.update(
      to: stack, and: places?.elements(of: number, showing: changes.values) ?? [],
      limit: room, into: &updates[number], element: element)
    found?.end(number, count: stack.ids.count, at: encoder.codingPath)
    size += updates[number].size - JSONGap.size(of: number)
    cost += updates[number].cost
    try encoder.encode(gap: number)
    return true
  }

  private func beginSecondPass() {
    isSecondPass = true
    updates = []
    size = 0
    cost = 0
    found = places.map { _ in SharedPlaces.Update() }
  }

  func willEncode(element index: Int) {
    position.element = index
    found?.begin(index, of: position.stack)
  }

  func willEncode(_ reference: AnySharedReference, in encoder: JSONValueEncoder) throws {
    if encoder.isSecondPass, !isSecondPass { beginSecondPass() }
    let path = encoder.codingPath
    let origin = reference.origin
    let id = (root: ObjectIdentifier(origin?.root ?? reference), steps: origin?.steps ?? [])
    if open.contains(where: { $0 == id }) {
      throw EncodingError.invalidValue(
        reference,
        .init(codingPath: path, debugDescription: "A shared value is a part of itself."))
    }
    open.append(id)
    guard let shares, let origin else { return }
    let number = shares.values.number(of: origin.root)
    if found == nil { found = SharedPlaces.Update() }
    found?.add(
      .init(path: path, number: number, origin: origin),
      in: isInStack ? (position.stack, position.element) : nil)
  }

  func didEncodeReference() { open.removeLast() }

  /// Makes the places those of the present state.
  func keepPlaces() {
    guard let present = shares?.present else { return }
    var kept = places
    if let found {
      let places = kept ?? SharedPlaces()
      places.apply(found, stackCount: updates.count)
      kept = places
    }
    present.keep(kept, after: changes)
  }
}
