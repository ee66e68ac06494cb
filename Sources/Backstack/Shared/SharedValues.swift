import BackstackCoding
import BackstackDependencies
import BackstackPlatform

/// The shared values of one store. A store that has none has no object of this type.
package final class SharedValues: Sendable {
  private struct Entry {
    weak var box: (any AnySharedBox)?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The numbers by which stored states refer to values.
    var numbers: [ObjectIdentifier: Int] = [:]
    var nextNumber = 0
    /// The values before the first change of each since the transaction began; `nil` outside of one.
    var before: [ObjectIdentifier: SharedValue]?
    /// The values that have changed since ``keep(_:after:)``, with the numbers of their last changes.
    var changed: [ObjectIdentifier: Int] = [:]
    var changeCount = 0
    var places: (any Sendable)?
    /// In a hosted store, the values before the changes that no action makes, until the store counts them.
    var uncounted: [ObjectIdentifier: SharedValue] = [:]
    /// In the store of a test, the values before the first change of each.
    var first: [ObjectIdentifier: SharedValue]?
    /// The values that were changed neither by a reducer nor by an effect, since
    /// ``takeOutsideChanges()``.
    var changedOutside: Set<ObjectIdentifier> = []
  }

  private let state = Guarded(State())
  private let weakTree: WeakTree
  /// The values that have a key, if the store does not get them from its dependencies.
  let storage = SharedStorage()

  private struct WeakTree: @unchecked Sendable {
    // Sound: set once.
    weak var tree: NavigationTree?
  }

  init(tree: NavigationTree) {
    weakTree = WeakTree(tree: tree)
    if tree.engine?.isRecorded == true { keepFirstValues() }
  }

  /// Keeps the values before the first change of each from now on.
  func keepFirstValues() { state.withLock { $0.first = [:] } }

  /// In the store of a test, the values before the first change of each.
  var firstValues: [SharedValue] { state.withLock { Array(($0.first ?? [:]).values) } }

  var tree: NavigationTree? { weakTree.tree }

  /// Reports an issue of the store, also from outside of its steps.
  func report(_ message: String) {
    guard var dependencies = tree?.engine?.dependencies else { return reportIssue(message) }
    dependencies.owner = nil
    DependencyFrame(values: dependencies).perform { reportIssue(message) }
  }

  /// Whether a host has the store for a client.
  var isHosted: Bool { tree?.engine?.isHosted ?? false }

  /// The shared values of the store whose code runs here; `nil` outside of stores.
  static var ambient: SharedValues? {
    if let step = FeatureStep.current { return step.withNode { $0.tree.sharedValues } }
    return DependencyValues.ambient?.stackElementID?.tree?.sharedValues
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

  /// Returns what is stored beside a state, a ``SharedRecord`` as JSON; `nil` if there is nothing to store.
  ///
  /// - Parameter groups: Returns the groups of its places as JSON, for the keys of the values.
  package func record(_ groups: (_ keys: [ObjectIdentifier: String]) -> [UInt8]?) -> [UInt8]? {
    SharedRecord.json(
      next: state.withLock { $0.nextNumber }, groups: groups(storage.keys), values: storage.json)
  }

  /// Returns the key of a value, if it has one.
  package func key(of box: any AnySharedBox) -> String? { storage.keys[ObjectIdentifier(box)] }

  /// Sets the value of a key to the one that JSON stands for.
  package func set(_ key: String, toJSON json: [UInt8]) { storage.set(key, toJSON: json) }

  /// The values that have a key, as an object of JSON; `nil` if there are none.
  package var named: [UInt8]? {
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
      state.changeCount += 1
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

  /// The values that have changed since the places were kept that show them.
  package var changes: SharedChanges {
    state.withLock { SharedChanges(values: Set($0.changed.keys), count: $0.changeCount) }
  }

  /// The places of the encoded state that show shared values, as its encoder knows them.
  package func places<Places>(as _: Places.Type) -> Places? {
    state.withLock { $0.places } as? Places
  }

  /// Keeps the places of a state that was encoded after some changes.
  package func keep(_ places: (any Sendable)?, after changes: SharedChanges) {
    state.withLock { state in
      state.places = places
      if !state.changed.isEmpty {
        state.changed = state.changed.filter { $0.value > changes.count }
      }
    }
  }

  func didChange<Value>(_ box: SharedBox<Value>, from before: Value) {
    let id = ObjectIdentifier(box)
    let isOutside = FeatureStep.current == nil && LiveEffect.current == nil
    let isUncounted = isHosted && tree?.isStepOfCurrentThread == false
    state.withLock { state in
      if isUncounted, state.uncounted[id] == nil {
        state.uncounted[id] = SharedValue(box: box, value: before)
      }
      state.changeCount += 1
      if isOutside { state.changedOutside.insert(id) }
      state.changed[id] = state.changeCount
      if state.first?[id] == nil { state.first?[id] = SharedValue(box: box, value: before) }
      if state.before?[id] == nil { state.before?[id] = SharedValue(box: box, value: before) }
    }
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
    state.withLock { $0.before = [:] }
    storage.keepNamed()
  }

  func commitTransaction() {
    state.withLock { $0.before = nil }
    storage.keepNamed()
  }

  /// Sets all values to what they were when the transaction began.
  func rollBackTransaction() {
    let before = state.withLock { $0.before.take() }
    for change in (before ?? [:]).values { change.box.reset(to: change.value) }
    storage.dropNamed()
  }
}

/// The shared values that have changed since a state was encoded.
package struct SharedChanges: Sendable {
  package var values: Set<ObjectIdentifier> = []
  var count = 0

  package init() {}

  init(values: Set<ObjectIdentifier>, count: Int) {
    self.values = values
    self.count = count
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
