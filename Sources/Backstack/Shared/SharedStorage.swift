import BackstackCoding
import BackstackDependencies
import BackstackPlatform
import Synchronization

/// The values of a session, a test or a process that have a key.
package final class SharedStorage: Sendable {
  private struct State {
    var boxes: [String: any AnySharedBox] = [:]
    /// The values as JSON of which no code has told the type yet.
    var saved: [String: [UInt8]] = [:]
    /// The keys that reducers have named first since the transaction began, with their values in
    /// ``saved``.
    var named: [(key: String, saved: [UInt8]?)] = []
  }

  private let state = Guarded(State())
  /// Whether it has ever had a value: else nothing has to look for one.
  private let isUsed = Atomic(false)

  private static let process = SharedStorage()

  /// The values with a key for the code that runs here: those of the session, else those of the
  /// dependencies in force, which a test has for itself, else those of the process.
  static var ambient: SharedStorage {
    guard let dependencies = DependencyValues.ambient else { return process }
    if dependencies[HostingSessionKey.self] != nil,
      let values = dependencies.stackElementID?.tree?.sharedValues
    {
      return values.storage
    }
    return dependencies[SharedStorageKey.self]
  }

  /// Returns the value of a key.
  ///
  /// - Parameter makeDefault: Returns the value if there is none yet.
  func reference<Value>(
    _ key: String, _ makeDefault: () -> Value
  ) -> SharedReference<Value> {
    isUsed.store(true, ordering: .relaxed)
    if let known = state.withLock({ $0.boxes[key] }) {
      if let box = known as? SharedBox<Value> { return box }
      reportIssue(
        "The shared value \"\(key)\" is a \(type(of: known.anyValue)), not a \(Value.self): this one "
          + "is not shared.")
      return SharedBox(makeDefault())
    }
    let saved = state.withLock { $0.saved[key] }
    let box = SharedBox(saved.flatMap { decode(Value.self, from: $0) } ?? makeDefault())
    // Another thread may have been faster.
    return state.withLock { state in
      if let known = state.boxes[key] as? SharedBox<Value> { return known }
      state.boxes[key] = box
      let saved = state.saved.removeValue(forKey: key)
      if FeatureStep.current != nil { state.named.append((key, saved)) }
      return box
    }
  }
}

extension SharedStorage {
  /// Whether it has never had a value.
  var isUnused: Bool { !isUsed.load(ordering: .relaxed) }

  /// The values as JSON, as far as they have such a form.
  var json: [String: [UInt8]] {
    let (boxes, saved) = state.withLock { ($0.boxes, $0.saved) }
    return saved.merging(boxes.compactMapValues(\.json)) { $1 }
  }

  /// The keys of the values.
  var keys: [ObjectIdentifier: String] {
    state.withLock { state in
      Dictionary(state.boxes.map { (ObjectIdentifier($0.value), $0.key) }) { key, _ in key }
    }
  }

  /// Sets a value, also before code has told its type.
  func set(_ key: String, toJSON json: [UInt8]) {
    isUsed.store(true, ordering: .relaxed)
    let box = state.withLock { state in
      if state.boxes[key] == nil { state.saved[key] = json }
      return state.boxes[key]
    }
    box?.set(toJSON: json)
  }

  /// Releases all values: their session is gone.
  func removeAll() {
    var former = State()
    state.withLock { swap(&$0, &former) }
  }

  /// Forgets which keys reducers have named: a transaction begins or has been committed.
  func keepNamed() { if !isUnused { state.withLock { $0.named = [] } } }

  /// Drops the values of the keys that reducers have named first since the transaction began.
  func dropNamed() {
    state.withLock { state in
      for (key, saved) in state.named {
        state.boxes[key] = nil
        state.saved[key] = saved
      }
      state.named = []
    }
  }

  /// Sets all values to those that were stored.
  ///
  /// - Parameters:
  ///   - roots: Those that the state has, which take the place of the present ones.
  ///   - saved: All of them, as JSON.
  func replace(with roots: [String: any AnySharedBox], _ saved: [String: [UInt8]]) {
    if !roots.isEmpty || !saved.isEmpty { isUsed.store(true, ordering: .relaxed) }
    let before = state.withLock { state in
      defer {
        state.boxes = state.boxes.filter { saved[$0.key] != nil }.merging(roots) { $1 }
        state.saved = saved.filter { state.boxes[$0.key] == nil }
      }
      return state.boxes
    }
    for (key, box) in before {
      if let root = roots[key] {
        _ = box.yield(to: root)
      } else if let json = saved[key] {
        box.reset(toJSON: json)
      }
    }
  }
}

private enum SharedStorageKey: DependencyKey {
  static var liveValue: SharedStorage { SharedStorage() }
  static var testValue: SharedStorage { SharedStorage() }
}
