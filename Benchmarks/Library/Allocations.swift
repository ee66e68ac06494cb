// An instrumented allocator for this executable, which counts the calls of glibc's allocator. The
// linker (`--wrap`) redirects every call of `malloc` and related functions here, including those of
// the statically linked Swift runtime.

// Sound: only the measuring thread reads and writes it while it measures. A lost count of another
// thread would not matter.
private nonisolated(unsafe) var count = 0

@_silgen_name("__real_malloc")
private func realMalloc(_ size: Int) -> UnsafeMutableRawPointer?

@_silgen_name("__real_calloc")
private func realCalloc(_ number: Int, _ size: Int) -> UnsafeMutableRawPointer?

@_silgen_name("__real_realloc")
private func realRealloc(_ pointer: UnsafeMutableRawPointer?, _ size: Int)
  -> UnsafeMutableRawPointer?

@_silgen_name("__real_posix_memalign")
private func realAlignedAllocation(
  _ pointer: UnsafeMutableRawPointer, _ alignment: Int, _ size: Int
) -> Int32

@_cdecl("__wrap_malloc")
func countedMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
  count &+= 1
  return realMalloc(size)
}

@_cdecl("__wrap_calloc")
func countedCalloc(_ number: Int, _ size: Int) -> UnsafeMutableRawPointer? {
  count &+= 1
  return realCalloc(number, size)
}

@_cdecl("__wrap_realloc")
func countedRealloc(_ pointer: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
  count &+= 1
  return realRealloc(pointer, size)
}

@_cdecl("__wrap_posix_memalign")
func countedAlignedAllocation(
  _ pointer: UnsafeMutableRawPointer, _ alignment: Int, _ size: Int
) -> Int32 {
  count &+= 1
  return realAlignedAllocation(pointer, alignment, size)
}

/// Returns the number of memory blocks allocated since the process began.
func allocationCount() -> Int { count }
