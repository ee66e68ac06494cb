// The allocator of this executable: glibc's own, counted. The linker is told to lead every call of
// `malloc` and its kin here (`--wrap`), those of the Swift runtime too, which is linked statically.

// Sound: read and written by the measuring thread while no other allocates; a lost count of another
// thread's would not matter.
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

/// How many blocks of memory were asked for since the process began.
func allocationCount() -> Int { count }
