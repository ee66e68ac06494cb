import BackstackCoding

/// An optional state whose value lives on the heap: the state of a presented feature, or nothing.
///
/// The box makes a screen's state equally small whatever it presents, and lets a state contain
/// itself. Values are copied on write.
@propertyWrapper
@dynamicMemberLookup
public struct PresentationState<State> {
  private var box: Box?

  /// Creates a presentation of a state, or of nothing.
  public init(wrappedValue: State?) { box = wrappedValue.map(Box.init) }

  private init(box: Box?) { self.box = box }

  /// An empty presentation. To make one of a `nil` would take as much of the call stack as a state,
  /// at each level of a chain of presentations.
  static var absent: Self { Self(box: nil) }

  /// The presented state, if there is one.
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

  /// Returns a pointer to the presented state, in a box that no other value shares.
  ///
  /// The pointer is valid as long as this value, or the one that it is moved to, keeps the box. It
  /// lets an operator run the reducer below without a stack frame of this type in between.
  ///
  /// - Precondition: Something is presented.
  mutating func uniquePointer() -> UnsafeMutablePointer<State> {
    makeUnique()
    return box!.present
  }

  /// Returns a pointer to the state that the pointed-to value presents; `nil` if there is none. It
  /// is found without reference counting, which would take longer than what most callers do.
  ///
  /// The pointer is valid as long as the value is not changed.
  static func pointer(at place: UnsafePointer<Self>) -> UnsafePointer<State>? {
    // Sound: the box is the only stored property.
    UnsafeRawPointer(place).assumingMemoryBound(to: Unmanaged<Box>?.self).pointee?
      ._withUnsafeGuaranteedRef { UnsafePointer($0.present) }
  }

  /// Reads the presented state without copying it. The pointer is valid until `body` returns.
  func read<Result>(_ body: (UnsafePointer<State>) -> Result) -> Result? {
    guard let box else { return nil }
    return withExtendedLifetime(box) { body(UnsafePointer(box.present)) }
  }

  /// Replaces a shared box with a copy.
  // Not inlined, so that the copy is off the stack before the presented state is reduced: otherwise
  // a deep chain of presentations would be on the stack as a whole.
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
    /// The value, in separately allocated memory so that it has an address. It is optional so that
    /// it can be set to `nil` in place; it is `nil` only during such a change.
    private let pointer: UnsafeMutablePointer<State?>

    /// The value, of which there is one unless it is being changed.
    var present: UnsafeMutablePointer<State> {
      // Sound: an optional stores its value at its start (docs/ABI/TypeLayout.rst).
      UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: State.self)
    }

    var value: State? {
      _read { yield pointer.pointee }
      _modify { yield &pointer.pointee }
    }

    init(_ value: State) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: value)
    }

    /// Creates a copy, from memory to memory.
    init(copyOf other: Box) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(from: other.pointer, count: 1)
    }

    deinit {
      // Sound: initialized above, and only the box keeps the pointer beyond a step.
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
  }

  fileprivate func isSameBox(as other: Self) -> Bool { box === other.box }
}

// Sound: a box is changed only through a unique reference.
extension PresentationState: @unchecked Sendable where State: Sendable {}

/// The name of the wrapper in The Composable Architecture.
public typealias Presents = PresentationState

extension PresentationState: Equatable where State: Equatable {
  /// Returns whether the states are equal; if both share a box, without comparing them.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.isSameBox(as: rhs) || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension PresentationState where State: CasePathable {
  /// The payload of the presented state if it is of a case.
  ///
  /// Setting a payload while another case is presented reports an issue and changes nothing;
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

  /// The payload of the presented state, as a presentation, if it is of a case:
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

/// The wire form is that of the optional: `null` if nothing is presented.
extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let state = wrappedValue else { return try container.encodeNil() }
    try container.encode(state)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try State(from: decoder))
  }
}

extension KeyedDecodingContainer {
  /// Decodes an absent key as nothing presented, so that manually written states can omit it.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type, forKey key: Key
  ) throws -> PresentationState<State> {
    try decodeIfPresent(type, forKey: key) ?? PresentationState(wrappedValue: nil)
  }
}

extension MemberDecoder {
  /// Decodes an absent member as nothing presented.
  public func decode<State: Decodable>(_ name: String) throws -> PresentationState<State> {
    let presentation: PresentationState<State>? = try decode(name)
    return presentation ?? PresentationState(wrappedValue: nil)
  }
}

/// Reflected as the optional that it represents, not as its box.
extension PresentationState: CustomReflectable {
  public var customMirror: Mirror {
    let children = read { [(label: "some" as String?, value: $0.pointee as Any)] } ?? []
    return Mirror(self, children: children, displayStyle: .optional)
  }
}

extension PresentationState: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { read { "\($0.pointee)" } ?? "nil" }
  public var debugDescription: String { read { String(reflecting: $0.pointee) } ?? "nil" }
}
