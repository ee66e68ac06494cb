/// Writes the operations of a patch, and keeps the pointer to where the next one applies.
struct JSONPatchWriter {
  enum Operation {
    case add, remove, replace
  }

  private var bytes: [UInt8] = [0x5B]
  /// Where the next operation applies (RFC 6901), not yet escaped for JSON.
  private(set) var pointer: [UInt8]
  private(set) var operationCount = 0

  init(pointer: [UInt8]) { self.pointer = pointer }

  /// How many bytes were written.
  var count: Int { bytes.count }

  /// A place to go back to.
  struct Mark {
    fileprivate let bytes: Int
    fileprivate let operations: Int
  }

  var mark: Mark { Mark(bytes: bytes.count, operations: operationCount) }

  /// How many operations, and bytes, were written since a mark.
  func written(since mark: Mark) -> (operations: Int, bytes: Int) {
    (operationCount - mark.operations, bytes.count - mark.bytes)
  }

  /// Forgets what was written since a mark.
  mutating func goBack(to mark: Mark) {
    bytes.removeLast(bytes.count - mark.bytes)
    operationCount = mark.operations
  }

  /// Writes an operation at the pointer.
  ///
  /// - Parameter value: Appends the value, for the operations that have one.
  mutating func append(_ operation: Operation, value: ((inout [UInt8]) -> Void)? = nil) {
    if operationCount > 0 { bytes.append(0x2C) }
    operationCount += 1
    switch operation {
    case .add: bytes += Array(#"{"op":"add","path":"#.utf8)
    case .remove: bytes += Array(#"{"op":"remove","path":"#.utf8)
    case .replace: bytes += Array(#"{"op":"replace","path":"#.utf8)
    }
    pointer.withUnsafeBufferPointer { JSONString.write($0, to: &bytes) }
    if let value {
      bytes += Array(#","value":"#.utf8)
      value(&bytes)
    }
    bytes.append(0x7D)
  }

  mutating func finish() -> [UInt8] {
    bytes.append(0x5D)
    return bytes
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
  mutating func enter(_ index: Int) -> Int {
    let length = pointer.count
    pointer.append(0x2F)
    pointer += Array(String(index).utf8)
    return length
  }

  /// Goes back to the container.
  mutating func leave(_ length: Int) { pointer.removeLast(pointer.count - length) }
}
