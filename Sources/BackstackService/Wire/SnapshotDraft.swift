import Backstack
import BackstackJSON

/// A state as JSON that may become a session's next one: what has changed since the present one, whose
/// memory it does not touch.
final class SnapshotDraft: StackEncoder {
  /// The state with gaps for its stacks.
  private(set) var outline: [UInt8] = []
  /// How the stacks come up to date, by the order in which they were encoded: when that has changed, no mark
  /// fits, and they are encoded anew.
  private(set) var updates: [StackUpdate] = []
  /// How many bytes the state has.
  private(set) var size = 0
  /// How many bytes were encoded for it: what was known before was not.
  private(set) var cost = 0

  /// The stacks as they are known.
  private var known: [StackSegments]
  private let limit: Int
  /// Whether an element of a stack is being encoded.
  private var isInStack = false
  /// Whether the state is encoded a second time, in parts: its stacks are counted anew.
  private var isSecondPass = false

  /// Encodes a state.
  ///
  /// - Parameters:
  ///   - known: The stacks of the present state.
  ///   - limit: The most bytes that it may have.
  /// - Throws: ``JSONLimitExceeded`` for a larger one, of which hardly more was encoded; what
  ///   ``WireCoding/encode(_:)`` throws.
  init(of state: some Encodable, known: [StackSegments], upTo limit: Int) throws {
    self.known = known
    self.limit = limit
    outline = try JSONStreamEncoder.encode(state, context: StackEncoding(self), limit: limit)
    // A second reference would have the present ones copied when they are brought up to date.
    self.known = []
    size += outline.count
    cost += outline.count
    if size > limit { throw JSONLimitExceeded() }
  }

  /// Encodes what has changed of a stack, and a gap in its place.
  func encode<Element: Encodable>(
    _ stack: StackState<Element>, to encoder: JSONValueEncoder
  ) throws -> Bool {
    // A stack in an element of another one is part of that.
    if isInStack { return false }
    isInStack = true
    defer { isInStack = false }
    if encoder.isSecondPass, !isSecondPass {
      isSecondPass = true
      updates = []
      size = 0
      cost = 0
    }
    let number = updates.count
    let segments = number < known.count ? known[number] : StackSegments()
    let room = limit - min(limit, size)
    let update = try segments.update(to: stack, with: encoder, limit: room)
    updates.append(update)
    size += update.size - JSONGap.size(of: number)
    cost += update.cost
    try encoder.encode(gap: number)
    return true
  }
}
