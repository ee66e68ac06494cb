#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Allocates memory for trivial values, to be freed with ``free()``. Takes half the time of
  /// `allocate(capacity:)`, which requests an alignment that `malloc` provides anyway.
  @inlinable
  package static func malloc(_ capacity: Int) -> Self {
    let size = capacity.multipliedReportingOverflow(by: MemoryLayout<Pointee>.stride)
    precondition(!size.overflow && MemoryLayout<Pointee>.alignment <= 16)
    guard let memory = systemMalloc(size.partialValue) else {
      fatalError("There is no memory left.")
    }
    // Sound: the memory has the size, and the alignment for every such type.
    return memory.bindMemory(to: Pointee.self, capacity: capacity)
  }

  /// Frees memory that ``malloc(_:)`` allocated.
  @inlinable
  package func free() { systemFree(self) }
}

// Inside the extension, its own functions hide those of the system.
@inlinable
@inline(__always)
package func systemMalloc(_ size: Int) -> UnsafeMutableRawPointer? { malloc(size) }

@inlinable
@inline(__always)
package func systemFree(_ memory: UnsafeMutableRawPointer) { free(memory) }
