/// State that is presented or not: an optional whose value lives on the heap.
///
/// The box makes a screen's state the same small size whatever it presents, and lets a state
/// contain itself. Values are copied on write.
@propertyWrapper
@dynamicMemberLookup
public struct PresentationState<State> {
  private var box: Box?

  /// A presentation of a state, or of nothing.
  public init(wrappedValue: State?) { box = wrappedValue.map(Box.init) }

  private init(box: Box?) { self.box = box }

  /// Nothing presented. Takes no room on the stack, where a `nil` takes as much as a state.
  static var absent: Self { Self(box: nil) }

  /// What is presented, if anything is.
  public var wrappedValue: State? {
    get { box?.value }
    _modify {
      guard box != nil else {
        var value: State?
        yield &value
        setValue(value)
        return
      }
      makeUnique()
      yield &box!.value
      if case nil = box!.value { box = nil }
    }
    set { setValue(newValue) }
  }

  /// The wrapper itself, which the operators and case key paths work on.
  public var projectedValue: Self {
    get { self }
    _modify { yield &self }
  }

  /// Where what is presented lies, in a box of this value's own.
  ///
  /// The pointer is good for as long as this value, or where it is moved to, keeps the box. It lets
  /// an operator run the reducer below with no frame of ours in between.
  ///
  /// - Precondition: Something is presented.
  mutating func uniquePointer() -> UnsafeMutablePointer<State?> {
    makeUnique()
    return box!.pointer
  }

  /// Where what is presented by the value at a place lies, `nil` if nothing is: found without counting
  /// references, which would take longer than what most callers do there. The box may be shared, so
  /// nothing must be written.
  ///
  /// The pointer is good for as long as the value is not changed.
  static func pointer(at place: UnsafePointer<Self>) -> UnsafeMutablePointer<State?>? {
    // Sound: the box is all that a value is made of.
    UnsafeRawPointer(place).assumingMemoryBound(to: Unmanaged<Box>?.self).pointee?
      ._withUnsafeGuaranteedRef { $0.pointer }
  }

  /// Reads what is presented without copying it, which is why `body` gets it as a place. The box may
  /// be shared, so `body` must not write.
  func read<Result>(_ body: (inout State) -> Result) -> Result? {
    guard let pointer = box?.pointer else { return nil }
    return body(&pointer.pointee!)
  }

  /// Gives this value a box of its own.
  // Not inlined, so that the copy is off the stack again when what is presented is reduced: a deep
  // chain of presentations would else lie on the stack as a whole.
  @inline(never)
  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&box) { box = box.map { Box(copyOf: $0) } }
  }

  private mutating func setValue(_ newValue: State?) {
    guard let newValue else {
      box = nil
      return
    }
    if isKnownUniquelyReferenced(&box) {
      box!.value = newValue
    } else {
      box = Box(newValue)
    }
  }

  private final class Box {
    /// The value, in memory of its own so that it has an address. Optional so that it can be changed
    /// in place as what may become `nil`; `nil` only during such a change.
    let pointer: UnsafeMutablePointer<State?>

    var value: State? {
      _read { yield pointer.pointee }
      _modify { yield &pointer.pointee }
    }

    init(_ value: State) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: value)
    }

    /// From place to place, so that a large value has no place on the stack.
    init(copyOf other: Box) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(from: other.pointer, count: 1)
    }

    deinit {
      // Sound: initialized above, and nobody but the box keeps the pointer beyond a step.
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
  }

  fileprivate func isSameBox(as other: Self) -> Bool { box === other.box }
}

// Sound: a box is changed only through a unique reference.
extension PresentationState: @unchecked Sendable where State: Sendable {}

/// The name under which The Composable Architecture's users know the wrapper.
public typealias Presents = PresentationState

extension PresentationState: Equatable where State: Equatable {
  /// Equal at once where both share a box.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.isSameBox(as: rhs) || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension PresentationState where State: CasePathable {
  /// The payload of what is presented when it is of a case.
  ///
  /// Setting a payload where another case is presented reports an issue and changes nothing;
  /// setting `nil` dismisses.
  public subscript<Value>(case path: any CaseKeyPath<State, Value> & Sendable) -> Value? {
    get { wrappedValue?[case: path] }
    set {
      guard let state = wrappedValue, state[case: path] != nil else {
        if wrappedValue != nil || newValue != nil {
          let actual = wrappedValue.map { "'\(caseName(of: $0))' is presented" }
          reportIssue(
            "Can't change what is presented as that case: \(actual ?? "nothing is presented").")
        }
        return
      }
      wrappedValue = newValue.map { path($0) }
    }
  }

  /// What is presented as long as it is of a case, as a presentation of its own:
  /// `\.$destination.alert`.
  public subscript<Value>(
    dynamicMember path: CaseKeyPath<State, Value>
  ) -> PresentationState<Value> {
    get { PresentationState<Value>(wrappedValue: wrappedValue?[case: path]) }
    set {
      if let value = newValue.wrappedValue {
        wrappedValue = path(value)
      } else if wrappedValue?[case: path] != nil {
        wrappedValue = nil
      }
    }
  }
}
