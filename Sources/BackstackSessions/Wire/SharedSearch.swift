import Backstack
import BackstackCoding

/// Finds the places of a state that show shared values while the state is encoded.
///
/// Most actions leave them as they are, so each place is compared with the one that is known, and only the
/// parts of a state in which the places differ are noted.
final class SharedSearch {
  /// The elements of a stack, or everything outside of stacks.
  private struct Part {
    /// The places of the part in the present state.
    let known: [SharedPlaces.Place]
    /// The number of those that were found again so far.
    var matched = 0
    /// The places that were found; `nil` while they are the known ones.
    var found: [SharedPlaces.Place]?
    /// Whether the part is being encoded a second time.
    var isSecondPass = false

    /// The places, if they are others than those known.
    var changed: [SharedPlaces.Place]? {
      found ?? (matched == known.count ? nil : Array(known[..<matched]))
    }

    /// Forgets what an encoding has found that is given up for a second one.
    mutating func beginPass(isSecond: Bool) {
      if isSecond, !isSecondPass { self = Self(known: known, isSecondPass: true) }
    }

    /// Returns whether a place is the next known one, and if so, goes past it.
    mutating func passes(
      _ pointer: [UInt8], _ root: ObjectIdentifier, _ steps: [SharedStep]
    ) -> Bool {
      guard found == nil, matched < known.count else { return false }
      // In place: a copy would count references.
      let isNext = known.withUnsafeBufferPointer { $0[matched].isAt(pointer, showing: root, steps) }
      if isNext { matched += 1 }
      return isNext
    }

    mutating func add(_ place: SharedPlaces.Place) {
      var places = found.take() ?? Array(known[..<matched])
      places.append(place)
      found = places
    }
  }

  /// The places of the present state; `nil` if there are none.
  private let places: SharedPlaces?
  private(set) var update = SharedPlaces.Update()
  /// Whether the places differ from those known.
  private(set) var hasChanged = false
  private var outline: Part
  /// The element of a stack that is being encoded.
  private var element = Part(known: [])
  private var position = SharedPlaces.Position()
  private var isInElement = false
  /// The shared values and parts that are being encoded, outermost first.
  private var open = Few<(root: ObjectIdentifier, steps: [SharedStep])>()
  /// The pointer to the latest place, kept for its memory.
  private var pointer: [UInt8] = []

  init(known places: SharedPlaces?) {
    self.places = places
    outline = Part(known: places?.outline ?? [])
    pointer.reserveCapacity(64)
  }

  // MARK: Elements of stacks

  /// Notes that an element of a stack is about to be encoded.
  func begin(_ position: SharedPlaces.Position) {
    endElement()
    element = Part(known: places?.places(at: position) ?? [])
    self.position = position
    isInElement = true
  }

  /// Notes that the elements of a stack are encoded, of which there are `count`.
  func end(_ stack: Int, count: Int, in encoder: JSONValueEncoder) {
    endElement()
    let isFound = update.elements.last?.position.stack == stack
    guard isFound || places?.hasPlaces(in: stack) == true else { return }
    find(encoder, from: 0)
    if isFound || places?.isAt(pointer, count: count, stack: stack) != true {
      update.stacks.append((stack, String(decoding: pointer, as: UTF8.self), count))
    }
  }

  private func endElement() {
    guard isInElement else { return }
    isInElement = false
    if let places = element.changed { update.elements.append((position, places)) }
  }

  private func find(_ encoder: JSONValueEncoder, from depth: Int) {
    pointer.removeAll(keepingCapacity: true)
    encoder.appendPointer(from: depth, to: &pointer)
  }

  // MARK: Places

  /// Notes that a shared value is about to be encoded; ``didEncode()`` follows.
  ///
  /// - Parameter shares: The shared values of the store; `nil` for a state without a store.
  /// - Throws: `EncodingError` for a value that is a part of itself.
  func willEncode(
    _ reference: AnySharedReference, in encoder: JSONValueEncoder, sharing shares: SharedAccess?
  ) throws {
    let origin = reference.origin
    let root = ObjectIdentifier(origin?.root ?? reference)
    let steps = origin?.steps ?? []
    if open.contains(where: { $0.root == root && $0.steps == steps }) {
      throw EncodingError.invalidValue(
        reference,
        .init(
          codingPath: encoder.codingPath, debugDescription: "A shared value is a part of itself."))
    }
    open.append((root, steps))
    guard let shares, let origin else { return }
    find(encoder, from: isInElement ? position.depth : 0)
    if isInElement {
      element.beginPass(isSecond: encoder.isSecondPass)
      if element.passes(pointer, root, steps) { return }
      element.add(place(of: origin, shares))
    } else if !outline.passes(pointer, root, steps) {
      outline.add(place(of: origin, shares))
    }
  }

  /// Returns the place at the latest pointer.
  private func place(of origin: SharedOrigin, _ shares: SharedAccess) -> SharedPlaces.Place {
    SharedPlaces.Place(
      pointer: pointer, number: shares.values.number(of: origin.root), origin: origin)
  }

  /// Notes that the shared value is encoded whose encoding began last.
  func didEncode() { open.removeLast() }

  /// Notes that the state is encoded: a search ends once.
  func finish() {
    endElement()
    update.outline = outline.changed
    hasChanged = update.outline != nil || !update.stacks.isEmpty
  }
}
