import BackstackCoding
import BackstackDependencies

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

/// A value that is not a part of another one.
final class SharedBox<Value>: SharedReference<Value>, AnySharedBox, @unchecked Sendable {
  // Sound: `lock` guards what changes.

  private let lock = StoreLock()
  private var current: Value
  private var successor: SharedReference<Value>?
  private var stores: [WeakStore] = []
  private var isChanging = false
  private var changes = 0

  private struct WeakStore {
    weak var values: SharedValues?
  }

  init(_ value: Value) {
    current = value
    super.init()
    join(SharedValues.ambient)
  }

  override var origin: SharedOrigin? {
    if let replacement { return replacement.origin }
    return SharedOrigin(root: self)
  }

  private var replacement: SharedReference<Value>? { lock.withLock { successor } }

  func join(_ values: SharedValues?) {
    guard let values else { return }
    let others = lock.withLock { () -> [SharedValues]? in
      if stores.contains(where: { $0.values === values }) { return nil }
      stores.removeAll { $0.values == nil }
      defer { stores.append(WeakStore(values: values)) }
      return stores.compactMap(\.values)
    }
    guard let others else { return }
    values.add(self)
    if values.isHosted, others.contains(where: \.isHosted) {
      values.report(
        "Two sessions share a \(Value.self): make each shared value where the initial state is made, "
          + "once for each session.")
    }
  }

  // MARK: Reading

  override var value: Value {
    if let replacement { return replacement.value }
    let (value, changeCount) = lock.withLock { (current, changes) }
    SharedReadLog.note(self, changeCount)
    return SharedView.current?.value(of: self) ?? value
  }

  var changeCount: Int { lock.withLock { changes } }

  // MARK: Changing

  override func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let replacement { return try replacement.withLock(body) }
    if let view = SharedView.current {
      var value = view.value(of: self) ?? lock.withLock { current }
      defer { view.set(value, of: self) }
      return try body(&value)
    }
    join(SharedValues.ambient)
    guard let tree, !tree.isStepOfCurrentThread, let engine = tree.engine else {
      return try change(body)
    }
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

  /// The features of a store that has the value.
  private var tree: NavigationTree? {
    lock.withLock { stores.lazy.compactMap { $0.values?.tree }.first }
  }

  /// Changes a copy of the value: `body` may read the value meanwhile.
  private func change<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isInside = lock.isHeldByCurrentThread
    if !isInside { lock.enter() }
    defer { if !isInside { lock.leave() } }
    if isChanging {
      reportIssue(
        "A shared value was changed in a closure of its own 'withLock': this change is lost.")
    }
    let outer = isChanging
    isChanging = true
    defer { isChanging = outer }
    let before = current
    var value = before
    let result = try body(&value)
    current = value
    changes += 1
    for store in stores { store.values?.didChange(self, from: before) }
    return result
  }

  func reset(to value: Any) {
    guard let value = value as? Value else { return }
    lock.withLock {
      current = value
      changes += 1
    }
  }

  func reset(toJSON json: [UInt8]) {
    if let value = decode(Value.self, from: json) { reset(to: value) }
  }

  func yield(to successor: AnySharedReference) -> Bool {
    guard let successor = successor as? SharedReference<Value> else { return false }
    guard successor !== self else { return true }
    lock.withLock {
      self.successor = successor
      changes += 1
    }
    return true
  }
}
