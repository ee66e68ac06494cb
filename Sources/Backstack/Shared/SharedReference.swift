import BackstackCoding
import BackstackDependencies
import Synchronization

/// What a ``Shared`` refers to: a value, or a part of another reference's value.
class SharedReference<Value>: AnySharedReference, @unchecked Sendable {
  // Sound: the subclasses guard what changes.

  /// A copy of the value.
  var value: Value { fatalError("A subclass has the value.") }

  /// Changes the value while nobody else can.
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result { fatalError("A subclass has the value.") }

  override final var anyValue: Any { value }

  override final func set(toJSON json: [UInt8]) {
    guard let value = decode(Value.self, from: json) else { return }
    withLock { $0 = value }
  }

  override final func part(at step: SharedStep) -> AnySharedReference? {
    if let container = Value.self as? any SharedContainer.Type {
      return container.part(at: step, of: self)
    }
    guard case .member(let name) = step else { return nil }
    return member(named: name)
  }
}

/// A reference, whatever the type of its value.
package class AnySharedReference: @unchecked Sendable {
  // Sound: the subclasses guard what changes.

  /// The value of which this is a part, and the steps from there; `nil` if no stored session could find
  /// that way again.
  package var origin: SharedOrigin? { nil }

  /// A copy of the value, whatever its type.
  var anyValue: Any { fatalError("A subclass has the value.") }

  /// Returns the part of the value to which a step leads; `nil` if there is none.
  func part(at step: SharedStep) -> AnySharedReference? { nil }

  /// Returns the part of the value to which steps lead; `nil` if there is none.
  final func part(at steps: [SharedStep]) -> AnySharedReference? {
    steps.reduce(self as AnySharedReference?) { $0?.part(at: $1) }
  }

  /// Changes the value to the one that JSON stands for, if it is one of its type.
  package func set(toJSON json: [UInt8]) {}

  /// The value as JSON; `nil` if it has no such form.
  package var json: [UInt8]? {
    (anyValue as? any Encodable).flatMap { try? JSONStreamEncoder.encode($0) }
  }
}

/// The place of a shared value: a value that is not a part of another one, and the steps from there.
package struct SharedOrigin: Sendable {
  package let root: any AnySharedBox
  package private(set) var steps: [SharedStep] = []

  init(root: any AnySharedBox) { self.root = root }

  /// The value at the place; `nil` if the way leads nowhere now.
  package var reference: AnySharedReference? { root.part(at: steps) }

  func appending(_ step: SharedStep) -> Self {
    var origin = self
    origin.steps.append(step)
    return origin
  }
}

/// A step from a value to its part.
package enum SharedStep: Sendable, Hashable {
  /// The property with a name.
  case member(String)
  /// The element with an id, or the value of a key, which is given as JSON.
  case element(String)
  /// The element at a position.
  case position(Int)
  /// The value of an optional.
  case unwrapped
}

/// A value that is not a part of another one, whatever its type.
package protocol AnySharedBox: AnySharedReference {
  /// The number of changes so far, by whatever means.
  var changeCount: Int { get }

  /// Makes the value one of a store's, which is told of its changes.
  func join(_ values: SharedValues?)

  /// Sets the value to another one of its type, and tells nobody.
  func reset(to value: Any)

  /// Sets the value to the one that JSON stands for, if it is one of its type, and tells nobody.
  func reset(toJSON json: [UInt8])

  /// Lets another reference take the place of this one, also for all who refer to this one.
  ///
  /// - Returns: Whether its values have the same type.
  func yield(to successor: AnySharedReference) -> Bool
}

/// The stores of a shared value, and what has become of it.
// Not a part of the generic class: the types that depend on the value's take longer to look up than a value
// takes to change.
private struct SharedLinks {
  struct Store {
    /// Not weak, as it takes longer to refer to an object with weak references: ``SharedValues/end()``
    /// breaks the circle.
    let values: SharedValues
    var stamp = SharedStamp()
  }

  fileprivate(set) var stores: [Store] = []
  /// The reference that has taken the place of the value.
  var successor: AnySharedReference?
  var changeCount = 0
  var isChanging = false

  /// Adds a store.
  ///
  /// - Returns: The other stores; `nil` if the store was one of them.
  mutating func add(_ values: SharedValues) -> [SharedValues]? {
    if contains(values) { return nil }
    stores.removeAll { $0.values.isEnded }
    defer { stores.append(Store(values: values)) }
    return stores.map(\.values)
  }

  func contains(_ values: SharedValues) -> Bool {
    stores.contains { $0.values === values }
  }

  /// The engine of a store that has the value.
  var engine: (any StoreEngine)? {
    for store in stores { if let engine = store.values.engine { return engine } }
    return nil
  }
}

/// A value that is not a part of another one.
final class SharedBox<Value>: SharedReference<Value>, AnySharedBox, @unchecked Sendable {
  // Sound: `lock` guards what changes.

  private let lock = StoreLock()
  private var links = SharedLinks()
  /// Whether there is a successor: else no access has to take the lock for it.
  private let hasSuccessor = Atomic(false)
  private var current: Value

  init(_ value: Value) {
    current = value
    super.init()
    join(SharedValues.ambient)
  }

  override var origin: SharedOrigin? {
    if let successor { return successor.origin }
    return SharedOrigin(root: self)
  }

  private var successor: AnySharedReference? {
    hasSuccessor.load(ordering: .acquiring) ? lock.withLock { links.successor } : nil
  }

  /// The reference that has taken the place of this one.
  private func replacement(_ successor: AnySharedReference) -> SharedReference<Value> {
    // Sound: ``yield(to:)`` has compared the types.
    unsafeDowncast(successor, to: SharedReference<Value>.self)
  }

  func join(_ values: SharedValues?) {
    guard let values, let others = lock.withLock({ links.add(values) }) else { return }
    values.add(self)
    if values.isHosted, others.contains(where: \.isHosted) {
      values.report(
        "Two sessions share a \(Value.self): make each shared value where the initial state is made, "
          + "once for each session.")
    }
  }

  // MARK: Reading

  override var value: Value {
    if let successor { return replacement(successor).value }
    SharedReadLog.note(self)
    if let view = SharedView.current { return value(in: view) }
    return present
  }

  private func value(in view: SharedView) -> Value { view.value(of: self) ?? present }

  private var present: Value {
    let isInside = lock.isHeldByCurrentThread
    if !isInside { lock.enter() }
    defer { if !isInside { lock.leave() } }
    return current
  }

  var changeCount: Int { lock.withLock { links.changeCount } }

  // MARK: Changing

  override func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let successor { return try replacement(successor).withLock(body) }
    if SharedReadLog.refuseChange() {
      var lost = value
      return try body(&lost)
    }
    if let view = SharedView.current { return try change(in: view, body) }
    guard let engine = engine(joining: .ambient), !engine.tree.isStepOfCurrentThread else {
      return try change(body)
    }
    return try change(beside: engine, body)
  }

  /// Returns the engine of a store that has the value, once a store has it.
  private func engine(joining values: SharedValues?) -> (any StoreEngine)? {
    let (isJoined, engine) = lock.withLock { (values.map(links.contains) ?? true, links.engine) }
    if isJoined { return engine }
    join(values)
    return lock.withLock { links.engine }
  }

  private func change<Result, Failure: Error>(
    in view: SharedView, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var value = view.value(of: self) ?? present
    defer { view.set(value, of: self) }
    return try body(&value)
  }

  /// Changes the value between the steps of a store.
  private func change<Result, Failure: Error>(
    beside engine: any StoreEngine, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    engine.share {
      do throws(Failure) {
        result = .success(try change(body))
      } catch {
        result = .failure(error)
      }
    }
    return try result!.get()
  }

  /// Changes a copy of the value: `body` may read the value meanwhile.
  private func change<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isInside = lock.isHeldByCurrentThread
    if !isInside { lock.enter() }
    defer { if !isInside { lock.leave() } }
    if links.isChanging {
      reportIssue(
        "A shared value was changed in a closure of its own 'withLock': this change is lost.")
    }
    let outer = links.isChanging
    links.isChanging = true
    defer { links.isChanging = outer }
    let before = current
    var value = before
    let result = try body(&value)
    current = value
    links.changeCount += 1
    tellStores(from: before)
    return result
  }

  // No access to the links lasts while a store is told: it may be the last to refer to its engine.
  private func tellStores(from before: Value) {
    var index = 0
    while index < links.stores.count {
      var stamp = links.stores[index].stamp
      links.stores[index].values.didChange(self, from: before, &stamp)
      if index < links.stores.count { links.stores[index].stamp = stamp }
      index += 1
    }
  }

  func reset(to value: Any) {
    guard let value = value as? Value else { return }
    lock.withLock {
      current = value
      links.changeCount += 1
    }
  }

  func reset(toJSON json: [UInt8]) {
    if let value = decode(Value.self, from: json) { reset(to: value) }
  }

  func yield(to successor: AnySharedReference) -> Bool {
    guard let successor = successor as? SharedReference<Value> else { return false }
    guard successor !== self else { return true }
    lock.withLock {
      links.successor = successor
      links.changeCount += 1
      hasSuccessor.store(true, ordering: .releasing)
    }
    return true
  }
}
