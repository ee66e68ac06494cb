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
    fileprivate var pointer: String
    fileprivate let number: Int
    fileprivate let origin: SharedOrigin

    /// - Parameter path: The path from the state.
    init(path: [any CodingKey], number: Int, origin: SharedOrigin) {
      pointer = JSONPointerText.pointer(path)
      self.number = number
      self.origin = origin
    }

    fileprivate static func isSame(_ one: Self, _ other: Self) -> Bool {
      one.number == other.number && one.origin.root === other.origin.root
        && one.origin.steps == other.origin.steps && one.pointer == other.pointer
    }
  }

  private struct Stack {
    var pointer = ""
    /// The number of its elements when places were last found in one.
    var count = 0
    var elements: [Int: [Place]] = [:]
    /// The elements that show a value or a part of it.
    var showing: [ObjectIdentifier: Set<Int>] = [:]

    /// Sets the places of an element.
    ///
    /// - Returns: Whether they are others than before.
    mutating func set(_ places: [Place], of index: Int) -> Bool {
      let before = elements[index] ?? []
      if before.elementsEqual(places, by: Place.isSame) { return false }
      for place in before {
        let root = ObjectIdentifier(place.origin.root)
        showing[root]?.remove(index)
        if showing[root]?.isEmpty == true { showing[root] = nil }
      }
      for place in places {
        showing[ObjectIdentifier(place.origin.root), default: []].insert(index)
      }
      elements[index] = places.isEmpty ? nil : places
      return true
    }
  }

  private var outline: [Place] = []
  private var stacks: [Int: Stack] = [:]
  /// The groups as JSON, with the keys that they have; `nil` while they are not known.
  private var known: (keys: [ObjectIdentifier: String], json: [UInt8]?)?

  // MARK: Encoding

  /// The places that an encoding of the state finds: those outside of stacks, and those of the elements that
  /// were encoded.
  struct Update {
    fileprivate struct Stack {
      var pointer = ""
      var count = 0
      var elements: [(index: Int, places: [Place])] = []
    }

    fileprivate var outline: [Place] = []
    fileprivate var stacks: [Int: Stack] = [:]

    /// Notes that an element of a stack is about to be encoded.
    mutating func begin(_ index: Int, of stack: Int) {
      stacks[stack, default: Stack()].elements.append((index, []))
    }

    /// Adds a place, in an element of a stack or outside of stacks.
    mutating func add(_ place: Place, in element: (stack: Int, index: Int)?) {
      guard let element else { return outline.append(place) }
      if stacks[element.stack]?.elements.last?.index != element.index {
        begin(element.index, of: element.stack)
      }
      let last = stacks[element.stack]!.elements.count - 1
      stacks[element.stack]!.elements[last].places.append(place)
    }

    /// Notes that the elements of a stack are encoded, of which there are `count`.
    ///
    /// - Parameter path: The path to the stack, with which those of the added places begin.
    mutating func end(_ stack: Int, count: Int, at path: [any CodingKey]) {
      stacks[stack, default: Stack()].pointer = JSONPointerText.pointer(path)
      stacks[stack]!.count = count
    }
  }

  /// Makes the places those of a state that was encoded, which has a number of stacks.
  func apply(_ update: Update, stackCount: Int) {
    var isSame = outline.elementsEqual(update.outline, by: Place.isSame)
    if !isSame { outline = update.outline }
    for (number, change) in update.stacks {
      // Taken out, so that it has one reference and changes in place.
      var stack = stacks.removeValue(forKey: number) ?? Stack()
      if stack.pointer != change.pointer, !stack.elements.isEmpty { isSame = false }
      stack.pointer = change.pointer
      for (index, places) in change.elements {
        let places = places.map { place in
          var place = place
          place.pointer = String(place.pointer.dropFirst(change.pointer.count))
          return place
        }
        if stack.set(places, of: index) { isSame = false }
      }
      for index in change.count..<max(change.count, stack.count) where stack.set([], of: index) {
        isSame = false
      }
      stack.count = change.count
      if !stack.elements.isEmpty { stacks[number] = stack }
    }
    if stacks.keys.contains(where: { $0 >= stackCount }) {
      stacks = stacks.filter { $0.key < stackCount }
      isSame = false
    }
    if !isSame { known = nil }
  }

  // MARK: Reading

  /// Returns the elements of a stack that show one of the values.
  func elements(of stack: Int, showing values: Set<ObjectIdentifier>) -> [Int] {
    guard !values.isEmpty, let showing = stacks[stack]?.showing else { return [] }
    return values.reduce(into: Set<Int>()) { $0.formUnion(showing[$1] ?? []) }.sorted()
  }

  /// Returns the groups of places that show one value, as they are stored; `nil` for none.
  ///
  /// - Parameter keys: The keys of the values that have one.
  /// - Complexity: O(places), once until they change.
  func groups(keys: [ObjectIdentifier: String]) -> [UInt8]? {
    if let known, known.keys == keys { return known.json }
    var groups = SharedGroups(keys: keys)
    forEach { place, pointer in groups.add(pointer(), number: place.number, place.origin) }
    known = (keys, groups.json)
    return known?.json
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
          body(place) { "\(stack.pointer)/\(index)/state\(place.pointer)" }
        }
      }
    }
  }
}
