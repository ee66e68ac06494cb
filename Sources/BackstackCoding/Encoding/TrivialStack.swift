import BackstackPlatform

/// A stack of trivial values, for the inner loops of coders.
struct TrivialStack<Element: BitwiseCopyable>: ~Copyable {
  // Sound: this value owns the memory (it can't be copied) and frees it once; elements below
  // `count` are initialized, and need no deinitialization.
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.base = .malloc(capacity)
    self.capacity = capacity
  }

  deinit { base.free() }

  var isEmpty: Bool { count == 0 }

  var last: Element? { count == 0 ? nil : base[count - 1] }

  /// - Precondition: The index is below ``count``.
  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index < count)
      return base[index]
    }
    _modify {
      assert(index < count)
      yield &base[index]
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  /// - Precondition: The stack isn't empty.
  @inline(__always)
  mutating func removeLast() -> Element {
    assert(count > 0)
    count -= 1
    return base[count]
  }

  /// Removes all but the first `count` elements.
  @inline(__always)
  mutating func truncate(to count: Int) {
    if count < self.count { self.count = count }
  }

  @inline(never)
  private mutating func grow() {
    let moved = UnsafeMutablePointer<Element>.malloc(capacity * 2)
    moved.moveInitialize(from: base, count: count)
    base.free()
    base = moved
    capacity *= 2
  }
}
