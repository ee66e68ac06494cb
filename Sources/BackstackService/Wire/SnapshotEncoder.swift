import Backstack
import BackstackJSON

/// Encodes the state of one session again and again: of its stacks only the elements that have changed.
final class SnapshotEncoder {
  private var stacks: [StackSegments] = []
  /// How many stacks the present state had so far. They are known by their order: when that has
  /// changed, no mark fits, and they are encoded anew.
  private var position = 0
  private let fragments = JSONFragmentEncoder()
  private var scratch: [UInt8] = []

  /// Encodes a state.
  ///
  /// - Throws: What ``WireCoding/encode(_:)`` throws.
  func encode(_ state: some Encodable) throws -> [UInt8] {
    position = 0
    defer { stacks.removeLast(stacks.count - position) }
    do {
      return try JSONStreamEncoder.encode(state, userInfo: [.stackEncoder: self])
    } catch {
      position = 0
      throw error
    }
  }
}

extension SnapshotEncoder: StackEncoder {
  func encode<Element: Encodable>(
    _ stack: StackState<Element>, to encoder: any Encoder
  ) throws -> Bool {
    guard let encoder = encoder as? any JSONRawEncoder else { return false }
    if position == stacks.count { stacks.append(StackSegments()) }
    let index = position
    position += 1
    try stacks[index].update(to: stack, with: fragments)
    scratch.removeAll(keepingCapacity: true)
    scratch.append(0x5B)
    scratch.append(contentsOf: stacks[index].bytes.dropLast())
    scratch.append(0x5D)
    try scratch.withUnsafeBufferPointer { try encoder.encode(json: $0) }
    return true
  }
}
