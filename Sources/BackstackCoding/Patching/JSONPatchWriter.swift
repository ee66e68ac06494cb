/// A writer of a patch's operations, with a pointer to which the next one applies.
package struct JSONPatchWriter {
  package enum Operation {
    case add, remove, replace
  }

  private var bytes: [UInt8] = []
  /// The pointer to which the next operation applies (RFC 6901), not yet escaped for JSON.
  private var pointer: [UInt8]
  private var operationCount = 0

  package init(pointer: [UInt8]) {
    self.pointer = pointer
    // Enough for the patches and pointers of most actions, which would grow several times otherwise.
    self.pointer.reserveCapacity(64)
    bytes.reserveCapacity(160)
    bytes.append(0x5B)
  }

  /// Writes an operation at the pointer.
  ///
  /// - Parameter value: Appends the value, for operations that have one.
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

  // MARK: Marks

  /// A position in the patch to which the writer can return.
  package struct Mark {
    fileprivate let bytes: Int
    fileprivate let operations: Int
  }

  package var mark: Mark { Mark(bytes: bytes.count, operations: operationCount) }

  /// Returns the largest size of a value for which a replacement is shorter than the operations
  /// since a mark; `nil` if there are none, or no replacement is shorter.
  package func roomForReplacement(since mark: Mark) -> Int? {
    let frame = #"{"op":"replace","path":"","value":}"#.utf8.count + pointer.count
    let written = bytes.count - mark.bytes
    return operationCount > mark.operations && written > frame ? written - frame - 1 : nil
  }

  /// Replaces the operations since a mark with one that replaces the value at the pointer.
  package mutating func replaceAll(since mark: Mark, with value: [UInt8]) {
    bytes.removeLast(bytes.count - mark.bytes)
    operationCount = mark.operations
    append(.replace) { $0 += value }
  }

  // MARK: The pointer

  /// Moves the pointer to a member of the object that it refers to.
  ///
  /// - Returns: The argument for ``leave(_:)``.
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

  /// Moves the pointer to an element of the array that it refers to.
  ///
  /// - Returns: The argument for ``leave(_:)``.
  package mutating func enter(_ index: Int) -> Int {
    let length = pointer.count
    pointer.append(0x2F)
    pointer += String(index).utf8
    return length
  }

  /// Moves the pointer along another.
  ///
  /// - Returns: The argument for ``leave(_:)``.
  mutating func enter(_ pointer: [UInt8]) -> Int {
    let length = self.pointer.count
    self.pointer += pointer
    return length
  }

  /// Moves the pointer back to the container.
  package mutating func leave(_ length: Int) { pointer.removeLast(pointer.count - length) }
}
