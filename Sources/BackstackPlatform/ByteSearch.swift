#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// The system's search for bytes.
// Public and inlinable, so that a search is one call.
public enum ByteSearch {
  /// Returns the first of `count` bytes with this value.
  @inlinable
  @inline(__always)
  public static func first(
    _ byte: UInt8, _ start: UnsafeRawPointer, _ count: Int
  ) -> UnsafeRawPointer? { UnsafeRawPointer(memchr(start, Int32(byte), count)) }
}
