/// Writes the operations of a patch, and keeps the pointer to where the next one applies.
package struct JSONPatchWriter {
  package enum Operation {
    case add, remove, replace
  }

  private var bytes: [UInt8] = [0x5B]
  /// Where the next operation applies (RFC 6901), not yet escaped for JSON.
  private var pointer: [UInt8]
  private var operationCount = 0

  package init(pointer: [UInt8]) { self.pointer = pointer }

  /// Writes an operation at the pointer.
  ///
  /// - Parameter value: Appends the value, for the operations that have one.
  package mutating func append(_ operation: Operation, value: ((inout [UInt8]) -> Void)? = nil) {
    if operationCount > 0 { bytes.append(0x2C) }
    operationCount += 1
    switch operation {
    case .add: bytes += #"{"op":"add","path":"#.utf8
    case .remove: bytes += #"{"op":"remove","path":"#.utf8
    case .replace: bytes += #"{"op":"replace","path":"#.utf8
    }
    pointer.withUnsafeBufferPointer { JSONString.write($0, to: &bytes) }
    if let value {
      bytes += #","value":"#.utf8
      value(&bytes)
    }
    bytes.append(0x7D)
  }

  package consuming func finish() -> [UInt8] {
    bytes.append(0x5D)
    return bytes
  }

  // MARK: Going back

  /// A place to go back to.
  package struct Mark {
    fileprivate let bytes: Int
    fileprivate let operations: Int
  }

  package var mark: Mark { Mark(bytes: bytes.count, operations: operationCount) }

  /// How many bytes a value may have so that its replacement is shorter than what was written since a
  /// mark; `nil` when nothing was, or none is.
  package func roomForReplacement(since mark: Mark) -> Int? {
    let frame = #"{"op":"replace","path":"","value":}"#.utf8.count + pointer.count
    let written = bytes.count - mark.bytes
    return operationCount > mark.operations && written > frame ? written - frame - 1 : nil
  }

  /// Replaces the value that the pointer leads to instead of what was written since a mark.
  package mutating func replaceAll(since mark: Mark, with value: [UInt8]) {
    bytes.removeLast(bytes.count - mark.bytes)
    operationCount = mark.operations
    append(.replace) { $0 += value }
  }

  // MARK: The pointer

  /// Goes to a member of the object that the pointer leads to.
  ///
  /// - Returns: What ``leave(_:)`` needs.
  mutating func enter(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let length = pointer.count
    pointer.append(0x2F)
    for byte in name {
      switch byte {
      case 0x7E: pointer += [0x7E, 0x30]
      case 0x2F: pointer += [0x7E, 0x31]
      default: pointer.append(byte)
      }
    }
    return length
  }

  /// Goes to an element of the array that the pointer leads to.
  ///
  /// - Returns: What ``leave(_:)`` needs.
  package mutating func enter(_ index: Int) -> Int {
    let length = pointer.count
    pointer.append(0x2F)
    pointer += String(index).utf8
    return length
  }

  /// Goes back to the container.
  package mutating func leave(_ length: Int) { pointer.removeLast(pointer.count - length) }
}
