import Backstack
import BackstackCoding

/// The places of a session's state that show shared values.
///
/// Like the state's JSON, they are known for each element of a stack, so that an action finds again
/// only those of the elements that it has changed.
final class SharedPlaces: @unchecked Sendable {
  // Sound: the lock of the session's store guards everything.

  /// A place in the state, or in an element of a stack.
  struct Place: Sendable {
    /// A pointer (RFC 6901) from the state or the element's state.
    let pointer: String
    let number: Int
    let origin: SharedOrigin
    /// The value, without a reference to count.
    private let root: ObjectIdentifier

    init(pointer: [UInt8], number: Int, origin: SharedOrigin) {
      self.pointer = String(decoding: pointer, as: UTF8.self)
      self.number = number
      self.origin = origin
      root = ObjectIdentifier(origin.root)
    }

    /// Returns whether this is the place at a pointer, and shows the same value or part.
    func isAt(_ pointer: [UInt8], showing root: ObjectIdentifier, _ steps: [SharedStep]) -> Bool {
      self.root == root && self.pointer.isText(pointer) && origin.steps == steps
    }
  }

  /// The position of an element of a stack while it is encoded.
  struct Position {
    var stack = 0
    var index = 0
    /// The number of containers around the stack in its encoder.
    var depth = 0
  }

  private struct Stack {
    var pointer = ""
    /// The number of its elements.
    var count = 0
    var elements: [Int: [Place]] = [:]
    /// The elements that show a value or a part of it.
    var showing: [ObjectIdentifier: Set<Int>] = [:]

    /// Sets the places of an element.
    mutating func set(_ places: [Place], of index: Int) {
      for place in elements[index] ?? [] {
        let root = ObjectIdentifier(place.origin.root)
        showing[root]?.remove(index)
        if showing[root]?.isEmpty == true { showing[root] = nil }
      }
      for place in places {
        showing[ObjectIdentifier(place.origin.root), default: []].insert(index)
      }
      elements[index] = places.isEmpty ? nil : places
    }

    mutating func move(to pointer: String, count: Int) {
      self.pointer = pointer
      for index in count..<max(count, self.count) { set([], of: index) }
      self.count = count
    }
  }

  private(set) var outline: [Place] = []
  /// The stacks up to the last one with places.
  private var stacks: [Stack] = []
  /// The record of the places and of the source; of no importance while there is no source.
  private var known: [UInt8]?
  private var knownSource: SharedSource?

  // MARK: Encoding

  /// The places that an encoding of the state has found, where they differ from those known.
  struct Update {
    var outline: [Place]?
    var elements: [(position: Position, places: [Place])] = []
    /// The stacks that stand elsewhere, have another number of elements or other places.
    var stacks: [(number: Int, pointer: String, count: Int)] = []
  }

  /// Makes the places those of a state that was encoded, which has a number of stacks.
  func apply(_ update: Update, stackCount: Int) {
    if let places = update.outline {
      outline = places
      knownSource = nil
    }
    for (position, places) in update.elements {
      while stacks.count <= position.stack { stacks.append(Stack()) }
      stacks[position.stack].set(places, of: position.index)
    }
    for (number, pointer, count) in update.stacks where number < stacks.count {
      stacks[number].move(to: pointer, count: count)
      knownSource = nil
    }
    let count = stacks.prefix(stackCount).lastIndex { !$0.elements.isEmpty }.map { $0 + 1 } ?? 0
    if count < stacks.count {
      stacks.removeLast(stacks.count - count)
      knownSource = nil
    }
  }

  /// Returns the places of an element.
  func places(at position: Position) -> [Place] {
    position.stack < stacks.count ? stacks[position.stack].elements[position.index] ?? [] : []
  }

  func hasPlaces(in stack: Int) -> Bool { stack < stacks.count && !stacks[stack].elements.isEmpty }

  /// Whether a state with a number of stacks has places in each that has places here.
  func isWithin(_ stackCount: Int) -> Bool { stacks.count <= stackCount }

  /// Returns whether a stack with places is at a pointer and has a number of elements.
  func isAt(_ pointer: [UInt8], count: Int, stack: Int) -> Bool {
    stack < stacks.count && stacks[stack].count == count && stacks[stack].pointer.isText(pointer)
  }

  // MARK: Reading

  /// Calls `body` with each element of a stack that shows a value.
  func visitElements(of stack: Int, showing value: ObjectIdentifier, _ body: (Int) -> Void) {
    for index in stacks[stack].showing[value] ?? [] { body(index) }
  }

  /// Returns what is stored of shared values beside the state; `nil` if there is nothing to store.
  ///
  /// - Complexity: O(places), once until they or the source change.
  func record(of source: SharedSource) -> [UInt8]? {
    if knownSource == source { return known }
    var groups = SharedGroups(keys: source.keys)
    forEach { place, pointer in groups.add(pointer(), number: place.number, place.origin) }
    known = groups.record(of: source)
    knownSource = source
    return known
  }

  /// Returns what a pointer into the state leads to, if it is a shared value.
  func origin(at pointer: String) -> SharedOrigin? {
    var origin: SharedOrigin?
    forEach { place, other in if other() == pointer { origin = place.origin } }
    return origin
  }

  /// Returns the fewest places that show a value as a whole: one, else those of its parts.
  func places(of root: any AnySharedBox) -> [(pointer: String, origin: SharedOrigin)] {
    var parts: [[SharedStep]: (pointer: String, origin: SharedOrigin)] = [:]
    forEach { place, pointer in
      guard place.origin.root === root, parts[place.origin.steps] == nil else { return }
      parts[place.origin.steps] = (pointer(), place.origin)
    }
    return parts[[]].map { [$0] } ?? Array(parts.values)
  }

  /// Calls `body` with each place in the order of the state, and with what returns the pointer from there.
  private func forEach(_ body: (Place, _ pointer: () -> String) -> Void) {
    for place in outline { body(place) { place.pointer } }
    for stack in stacks {
      for (index, places) in stack.elements.sorted(by: { $0.key < $1.key }) {
        for place in places {
          body(place) { "\(stack.pointer)/\(index)/state\(place.pointer)" }
        }
      }
    }
  }
}

extension String {
  fileprivate func isText(_ bytes: [UInt8]) -> Bool {
    utf8.count == bytes.count
      && utf8.withContiguousStorageIfAvailable { text in
        bytes.withUnsafeBufferPointer { bytes in
          var index = 0
          while index < text.count, text[index] == bytes[index] { index += 1 }
          return index == text.count
        }
      } ?? utf8.elementsEqual(bytes)
  }
}
