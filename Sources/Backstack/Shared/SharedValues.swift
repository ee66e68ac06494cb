import BackstackCoding
import BackstackDependencies
import BackstackPlatform

/// The shared values of one store. A store that has none has no object of this type.
package final class SharedValues: Sendable {
  /// The places of a state that show shared values, as its encoder knows them.
  package typealias Places = any AnyObject & Sendable

  private struct Entry {
    weak var box: (any AnySharedBox)?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The numbers by which stored states refer to values.
    var numbers: [ObjectIdentifier: Int] = [:]
    var nextNumber = 0
    var isInTransaction = false
    /// The values before the first change of each since the transaction began.
    var before: [SharedValue] = []
    /// The number of the transaction, or of the time after it.
    var transaction = 0
    /// The values that have changed since ``keep(_:after:)``, in the order of their changes.
    var changed: [ObjectIdentifier] = []
    /// The number of those that had changed before the transaction.
    var changedBefore = 0
    /// How often ``beginEncoding()`` was called.
    var reading = 0
    var places: Places?
    /// In a hosted store, the values before the changes that no action makes, until the store counts them.
    var uncounted: [ObjectIdentifier: SharedValue] = [:]
    /// In the store of a test, the values before the first change of each.
    var first: [ObjectIdentifier: SharedValue]?
    /// The values that were changed neither by a reducer nor by an effect, since
    /// ``takeOutsideChanges()``.
    var changedOutside: Set<ObjectIdentifier> = []
    /// Whether the store is gone.
    var isEnded = false
  }

  private let state = Guarded(State())
  /// The engine of the store; not its features, as all that refers to an object with a weak reference is
  /// slower.
  // Sound: set before any other thread gets to the store.
  nonisolated(unsafe) weak var engine: (any StoreEngine)?
  /// The values that have a key, if the store does not get them from its dependencies.
  let storage = SharedStorage()

  init(engine: (any StoreEngine)?) {
    self.engine = engine
    if engine?.isRecorded == true { keepFirstValues() }
  }

  /// Keeps the values before the first change of each from now on.
  func keepFirstValues() { state.withLock { $0.first = [:] } }

  /// In the store of a test, the values before the first change of each.
  var firstValues: [SharedValue] { state.withLock { Array(($0.first ?? [:]).values) } }

  /// Reports an issue of the store, also from outside of its steps.
  func report(_ message: String) {
    guard var dependencies = engine?.dependencies else { return reportIssue(message) }
    dependencies.owner = nil
    DependencyFrame(values: dependencies).perform { reportIssue(message) }
  }

  /// Whether a host has the store for a client.
  var isHosted: Bool { engine?.isHosted ?? false }

  /// The shared values of the store whose code runs here; `nil` outside of stores.
  static var ambient: SharedValues? {
    if let step = FeatureStep.current { return step.withNode { $0.tree.sharedValues } }
    return DependencyValues.ambient?.stackElementID?.tree?.sharedValues
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Releases the values: the store is gone.
  func end() {
    var former = State()
    former.isEnded = true
    // Freed outside of the lock: a value may have code that runs when it is freed.
    state.withLock { swap(&$0, &former) }
    storage.removeAll()
  }

  // MARK: References

  /// Adds a reference that code of the store has made or used.
  func add(_ box: any AnySharedBox) {
    state.withLock { state in
      if state.entries.count.isPowerOfTwo {
        state.entries = state.entries.filter { $0.value.box != nil }
        state.numbers = state.numbers.filter { state.entries[$0.key] != nil }
      }
      let id = ObjectIdentifier(box)
      state.entries[id] = Entry(box: box)
      // Another one, which is gone, may have had its address.
      state.numbers[id] = nil
      state.changedOutside.remove(id)
    }
  }

  /// The present values of all references, to look at them later.
  package var view: SharedView {
    let boxes = state.withLock { $0.entries.values.compactMap(\.box) }
    return SharedView(boxes.map { SharedValue(box: $0, value: $0.anyValue) })
  }

  // MARK: Stored states

  /// The maximum number in a stored state: it leaves enough room for later ones.
  private static var maximumNumber: Int { 1 << 52 }

  /// Returns the number of a value, by which stored states refer to it.
  package func number(of box: any AnySharedBox) -> Int {
    let id = ObjectIdentifier(box)
    let known = state.withLock { $0.entries[id] == nil ? nil : $0.numbers[id] }
    if let known { return known }
    box.join(self)
    return state.withLock { state in
      defer { state.nextNumber += 1 }
      state.numbers[id] = state.nextNumber
      return state.nextNumber
    }
  }

  /// What is stored of the values beside a state, but for the places of those.
  package var source: SharedSource { SharedSource(next: state.withLock { $0.nextNumber }, storage) }

  /// Returns the key of a value, if it has one.
  package func key(of box: any AnySharedBox) -> String? { storage.keys[ObjectIdentifier(box)] }

  /// Sets the value of a key to the one that JSON stands for.
  package func set(_ key: String, toJSON json: [UInt8]) { storage.set(key, toJSON: json) }

  /// The values that have a key, as an object of JSON; `nil` if there are none.
  package var named: [UInt8]? {
    if storage.isUnused { return nil }
    let values = storage.json.sorted { $0.key < $1.key }
    if values.isEmpty { return nil }
    var json = JSONWriter()
    json.beginObject()
    for (key, value) in values { json.member(key, json: value) }
    json.endObject()
    return json.bytes
  }

  /// Lets the values of a decoded state take the places of those before, of this and of earlier states.
  ///
  /// Earlier ones keep their numbers: each that is still used leads to the latest, not to the next.
  func replace(_ roots: [Int: any AnySharedBox], with record: SharedRecord) {
    let before = state.withLock { state in
      state.entries.compactMap { id, entry in
        state.numbers[id].flatMap { number in entry.box.map { (number, $0) } }
      }
    }
    for root in roots.values { root.join(self) }
    state.withLock { state in
      for (number, box) in roots { state.numbers[ObjectIdentifier(box)] = number }
      state.nextNumber = max(state.nextNumber, min(record.next, Self.maximumNumber))
    }
    for (number, box) in before {
      if let root = roots[number] { _ = box.yield(to: root) }
    }
    let named = record.groups.compactMap { group in
      group.by == nil ? group.key.flatMap { key in roots[group.id].map { (key, $0) } } : nil
    }
    storage.replace(
      with: Dictionary(named) { first, _ in first },
      (record.values ?? [:]).mapValues { Array($0.utf8) })
  }

  // MARK: Changes

  /// Begins to encode the state.
  ///
  /// - Returns: The places of the present state, and the number of values that have changed since those were
  ///   kept, for ``visitChanges(_:_:)`` and ``keep(_:after:)``.
  package func beginEncoding() -> (places: Places?, changeCount: Int) {
    state.withLock { state in
      state.reading += 1
      return (state.places, state.changed.count)
    }
  }

  /// Calls `body` with each of the first `count` values that have changed.
  package func visitChanges(_ count: Int, _ body: (ObjectIdentifier) -> Void) {
    state.withLock { state in for value in state.changed.prefix(count) { body(value) } }
  }

  /// The places of the encoded state that show shared values.
  package var places: Places? { state.withLock { $0.places } }

  /// Keeps the places of a state that was encoded after a number of changes.
  package func keep(_ places: Places?, after count: Int) {
    state.withLock { state in
      state.places = places
      // Those that have changed since they were read are at the end, once more if they were there.
      if count < state.changed.count {
        state.changed.removeFirst(count)
      } else {
        state.changed.empty()
      }
    }
  }

  /// Notes a change of a value.
  ///
  /// - Parameter stamp: The stamp of the value, which is this store's.
  func didChange<Value>(
    _ box: SharedBox<Value>, from before: Value, _ stamp: inout SharedStamp
  ) {
    let id = ObjectIdentifier(box)
    let step = FeatureStep.current
    let isOutside = step == nil && LiveEffect.current == nil
    let isOwnStep = step?.withNode { $0.tree.presentSharedValues === self } == true
    let isUncounted = !isOwnStep && isChangedBetweenSteps
    state.withLock { state in
      if isUncounted, state.uncounted[id] == nil {
        state.uncounted[id] = SharedValue(box: box, value: before)
      }
      if isOutside { state.changedOutside.insert(id) }
      if stamp.reading != state.reading {
        stamp.reading = state.reading
        state.changed.append(id)
      }
      if state.first != nil, state.first?[id] == nil {
        state.first?[id] = SharedValue(box: box, value: before)
      }
      if stamp.transaction != state.transaction {
        stamp.transaction = state.transaction
        if state.isInTransaction { state.before.append(SharedValue(box: box, value: before)) }
      }
    }
  }

  /// Whether the calling thread runs no reducer of the store, and the store is hosted.
  private var isChangedBetweenSteps: Bool {
    guard let engine else { return false }
    return engine.isHosted && !engine.tree.isStepOfCurrentThread
  }

  /// Returns the values before the changes that no action has made, since the last call.
  func takeUncounted() -> [SharedValue] {
    state.withLock { state in
      defer { state.uncounted = [:] }
      return Array(state.uncounted.values)
    }
  }

  /// Returns the present values that a test has changed itself since the last call.
  func takeOutsideChanges() -> [SharedValue] {
    let boxes = state.withLock { state in
      defer { state.changedOutside = [] }
      return state.changedOutside.compactMap { state.entries[$0]?.box }
    }
    return boxes.map { SharedValue(box: $0, value: $0.anyValue) }
  }

  // MARK: Transactions

  func beginTransaction() {
    state.withLock { state in
      state.transaction += 1
      state.isInTransaction = true
      state.changedBefore = state.changed.count
    }
    storage.keepNamed()
  }

  func commitTransaction() {
    state.withLock { state in
      state.isInTransaction = false
      state.before.empty()
    }
    storage.keepNamed()
  }

  /// Sets all values to what they were when the transaction began.
  func rollBackTransaction() {
    let before = state.withLock { state in
      state.changed.removeLast(max(state.changed.count - state.changedBefore, 0))
      state.reading += 1
      state.isInTransaction = false
      defer { state.before = [] }
      return state.before
    }
    for change in before { change.box.reset(to: change.value) }
    storage.dropNamed()
  }
}

extension Array {
  /// Removes the elements, and keeps the memory of a few.
  fileprivate mutating func empty() {
    if count > 4 { return removeAll() }
    while !isEmpty { removeLast() }
  }
}

/// Until when a value was noted as changed.
struct SharedStamp {
  fileprivate var transaction = 0
  fileprivate var reading = -1
}

/// The values of a session that have a key, and the number of the next value.
package struct SharedSource: Equatable, Sendable {
  let next: Int
  package private(set) var keys: [ObjectIdentifier: String] = [:]
  /// The values that have a key, as JSON.
  private(set) var values: [String: [UInt8]] = [:]

  init(next: Int, _ storage: SharedStorage) {
    self.next = next
    if storage.isUnused { return }
    keys = storage.keys
    values = storage.json
  }

  package static func == (left: Self, right: Self) -> Bool {
    // To compare two empty dictionaries takes a hundred instructions each.
    left.next == right.next && (left.keys.isEmpty && right.keys.isEmpty || left.keys == right.keys)
      && (left.values.isEmpty && right.values.isEmpty || left.values == right.values)
  }
}

/// The access to the shared values of a store whose lock is held.
package struct SharedAccess {
  // Sound to be unmanaged: the store that lends the access retains its tree.
  let tree: Unmanaged<NavigationTree>

  /// The shared values; `nil` if the store never had one.
  package var present: SharedValues? { tree._withUnsafeGuaranteedRef { $0.presentSharedValues } }
  /// The shared values.
  package var values: SharedValues { tree._withUnsafeGuaranteedRef { $0.sharedValues } }
}

/// A state that was decoded from storage, with its shared values.
package struct DecodedState<State> {
  package let state: State
  /// `nil` if nothing is shared.
  package let shared: SharedDecoding?

  package init(_ state: State, _ shared: SharedDecoding?) {
    self.state = state
    self.shared = shared
  }

  /// Makes the shared values those of the store that is being created here.
  package func share() { shared?.commit(to: .ambient) }
}

extension Int {
  fileprivate var isPowerOfTwo: Bool { self > 0 && self & (self - 1) == 0 }
}
