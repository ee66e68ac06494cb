import Glibc

// The allocator of this executable: glibc's own, counted. An executable's symbols come before those
// of the libraries it is linked with, so all of them, the Swift runtime too, call these.

// Sound: read and written by the measuring thread while no other allocates; a lost count of another
// thread's would not matter.
private nonisolated(unsafe) var count = 0

@_silgen_name("__libc_malloc")
private func libcMalloc(_ size: Int) -> UnsafeMutableRawPointer?

@_silgen_name("__libc_calloc")
private func libcCalloc(_ number: Int, _ size: Int) -> UnsafeMutableRawPointer?

@_silgen_name("__libc_realloc")
private func libcRealloc(_ pointer: UnsafeMutableRawPointer?, _ size: Int)
  -> UnsafeMutableRawPointer?

@_cdecl("malloc")
func countedMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
  count &+= 1
  return libcMalloc(size)
}

@_cdecl("calloc")
func countedCalloc(_ number: Int, _ size: Int) -> UnsafeMutableRawPointer? {
  count &+= 1
  return libcCalloc(number, size)
}

@_cdecl("realloc")
func countedRealloc(_ pointer: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
  count &+= 1
  return libcRealloc(pointer, size)
}

/// How many blocks of memory were asked for since the process began.
func allocationCount() -> Int { count }
