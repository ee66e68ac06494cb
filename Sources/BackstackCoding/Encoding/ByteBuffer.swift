import BackstackPlatform

/// A growing buffer of bytes, to which JSON is written.
///
/// A writer reserves space first, and then stores bytes without further checks.
package struct ByteBuffer: ~Copyable {
  // Sound: this value owns the memory (it can't be copied) and frees it once, and `reserve` ensures
  // `count <= capacity` for every store.
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0

  package init(capacity: Int) {
    self.base = .malloc(capacity)
    self.capacity = capacity
  }

  deinit { base.free() }

  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Ensures that there is space for `additional` bytes.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let larger = max(capacity * 2, count + additional)
    let moved = UnsafeMutablePointer<UInt8>.malloc(larger)
    moved.update(from: base, count: count)
    base.free()
    base = moved
    capacity = larger
  }

  /// Stores a byte in reserved space.
  @inline(__always)
  mutating func store(_ byte: UInt8) {
    assert(count < capacity)
    base[count] = byte
    count += 1
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    store(byte)
  }

  @inline(__always)
  mutating func append(_ other: UnsafeBufferPointer<UInt8>) {
    reserve(other.count)
    store(other)
  }

  /// Stores bytes in reserved space.
  @inline(__always)
  mutating func store(_ other: UnsafeBufferPointer<UInt8>) {
    assert(other.count <= capacity - count)
    guard let start = other.baseAddress else { return }
    (base + count).update(from: start, count: other.count)
    count += other.count
  }

  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text that is valid JSON without escapes, such as a number.
  package mutating func append(ascii text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  /// Appends a text as a string of JSON.
  package mutating func append(string text: String) { JSONString.write(text, to: &self) }

  /// Appends a part of a string of JSON.
  package mutating func append(escaping text: String) {
    var text = text
    text.withUTF8 { JSONString.writeContent($0, to: &self) }
  }

  /// Removes all but the first `count` bytes.
  mutating func truncate(to count: Int) {
    assert(count <= self.count)
    self.count = count
  }
}

extension ByteBuffer: JSONSink {
  @inline(__always)
  mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 2)
    store(0x22)
    store(bytes)
    store(0x22)
  }
}
