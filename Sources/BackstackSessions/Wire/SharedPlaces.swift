import Backstack
import BackstackCoding

/// The places of a session's state that show shared values.
///
/// Like the state's JSON, they are known for each element of a stack, so that an action finds again
/// only those of the elements that it has changed.
struct SharedPlaces: Sendable {
  /// A place in the state, or in an element of a stack.
  struct Place: Sendable {
    /// A pointer (RFC 6901) from the state or the element's state.
    fileprivate var pointer: String
    fileprivate let number: Int
    fileprivate let origin: SharedOrigin

    /// - Parameter path: The path from the state.
    init(path: [any CodingKey], number: Int, origin: SharedOrigin) {
      pointer = JSONPointerText.pointer(path)
      self.number = number
      self.origin = origin
    }
  }

  private struct Stack: Sendable {
    /// The pointer to the stack, once its elements are encoded.
    var pointer: String?
    var elements: [Int: [Place]] = [:]
    /// The elements whose places are those in the stack's outer state, until the stack's pointer is known.
    var added: [Int] = []
  }

  private var outline: [Place] = []
  private var stacks: [Int: Stack] = [:]

  // MARK: Encoding

  /// Forgets the places outside of stacks, as they are about to be encoded.
  mutating func begin() { outline = [] }

  /// Forgets the places of an element, as it is about to be encoded.
  mutating func forget(_ index: Int, of stack: Int) {
    if stacks[stack] != nil { stacks[stack]?.elements[index] = nil }
  }

  /// Adds a place, in an element of a stack or outside of stacks.
  mutating func add(_ place: Place, in element: (stack: Int, index: Int)?) {
    guard let element else { return outline.append(place) }
    stacks[element.stack, default: Stack()].elements[element.index, default: []].append(place)
    stacks[element.stack]?.added.append(element.index)
  }

  /// Notes that the elements of a stack are encoded, of which there are `count`.
  ///
  /// - Parameter path: The path to the stack, with which those of the added places begin.
  mutating func end(_ stack: Int, count: Int, at path: [any CodingKey]) {
    guard var known = stacks[stack] else { return }
    let prefix = JSONPointerText.pointer(path)
    for index in Set(known.added) {
      for place in known.elements[index]?.indices ?? 0..<0 {
        let pointer = known.elements[index]![place].pointer
        known.elements[index]![place].pointer = String(pointer.dropFirst(prefix.count))
      }
    }
    known.added = []
    known.pointer = prefix
    if known.elements.keys.contains(where: { $0 >= count }) {
      known.elements = known.elements.filter { $0.key < count }
    }
    stacks[stack] = known.elements.isEmpty ? nil : known
  }

  /// Forgets all stacks but the first ones.
  mutating func keepStacks(_ count: Int) { stacks = stacks.filter { $0.key < count } }

  // MARK: Reading

  /// Returns the elements of a stack that show one of the values.
  func elements(of stack: Int, showing values: Set<ObjectIdentifier>) -> [Int] {
    guard !values.isEmpty, let known = stacks[stack] else { return [] }
    return known.elements.filter { _, places in
      places.contains { values.contains(ObjectIdentifier($0.origin.root)) }
    }.map(\.key).sorted()
  }

  /// Adds all places to what is stored beside the state.
  func add(to record: inout SharedRecord) {
    forEach { place, pointer in record.add(pointer(), number: place.number, place.origin) }
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
    for (_, stack) in stacks.sorted(by: { $0.key < $1.key }) {
      for (index, places) in stack.elements.sorted(by: { $0.key < $1.key }) {
        for place in places {
          body(place) { "\(stack.pointer ?? "")/\(index)/state\(place.pointer)" }
        }
      }
    }
  }
}
