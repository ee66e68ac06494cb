import BackstackCasePaths
import BackstackPlatform
import Synchronization

/// The cases of an action enum whose actions are for a stack, a presentation or a list.
final class NavigationCases<Action>: AnyNavigationCases, @unchecked Sendable {
  // Sound: immutable.

  /// One such case.
  struct Case {
    let name: String
    /// The end of a sentence with "is for": the kind of the case, and the operator that takes its
    /// actions.
    let hint: String
    /// The enum tag of the case; `nil` if no sample action could be made.
    let tag: Int?
    let matches: (Action) -> Bool
  }

  private let cases: [Case]
  /// The tags of the cases, as bits.
  private let tags: UInt64
  /// Whether `tags` has all cases.
  private let knowsTags: Bool

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private init() {
    let type = Action.self as? any CasePathable.Type
    cases = type.flatMap { findNavigationCases($0) as? [Case] } ?? []
    knowsTags = cases.allSatisfy { $0.tag.map { $0 < 64 } ?? false }
    tags = cases.reduce(0) { $0 | 1 << UInt64($1.tag ?? 64) }
    super.init(type: ObjectIdentifier(Action.self), isEmpty: cases.isEmpty)
  }

  /// Returns the case of an action, if it is one of these cases.
  ///
  /// - Complexity: O(1) for an action of another case, unless a case is for a list or has a tag
  ///   above 63.
  @inline(__always)
  static func find(_ action: Action) -> Case? {
    let found = NavigationCasesTable.shared.value(
      of: ObjectIdentifier(Action.self), or: { NavigationCases() })
    return found._withUnsafeGuaranteedRef { found in
      if found.isEmpty { return nil }
      // Sound: the table stores each value under its own type.
      return unsafeDowncast(found, to: Self.self).find(action)
    }
  }

  private func find(_ action: Action) -> Case? {
    if knowsTags, let tag = enumTag(of: action), tags & 1 << UInt64(tag) == 0 { return nil }
    return search(action)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func search(_ action: Action) -> Case? { cases.first { $0.matches(action) } }
}

/// The type-erased superclass of `NavigationCases`.
class AnyNavigationCases: @unchecked Sendable {
  // Sound: immutable.
  let type: ObjectIdentifier
  let isEmpty: Bool

  init(type: ObjectIdentifier, isEmpty: Bool) {
    self.type = type
    self.isEmpty = isEmpty
  }
}

/// A cache of the cases of each type. Each action looks it up.
private struct NavigationCasesTable: ~Copyable, Sendable {
  static let shared = NavigationCasesTable()

  /// The cases of all types so far.
  private let values = Guarded<[ObjectIdentifier: AnyNavigationCases]>([:])
  /// Recently used entries, indexed by some bits of the type's address; they are read without a
  /// lock.
  private let recent = InlineArray<256, Atomic<UInt>> { _ in Atomic(0) }

  /// Returns the entry of a type; makes it if there is none. Entries are never removed.
  func value(
    of type: ObjectIdentifier, or make: () -> AnyNavigationCases
  ) -> Unmanaged<AnyNavigationCases> {
    let place = Int(UInt(bitPattern: type) >> 4 % UInt(recent.count))
    if let known = UnsafeRawPointer(bitPattern: recent[place].load(ordering: .acquiring)) {
      // Sound: `values` retains it.
      let known = Unmanaged<AnyNavigationCases>.fromOpaque(known)
      if known._withUnsafeGuaranteedRef({ $0.type == type }) { return known }
    }
    return find(type, place, or: make)
  }

  @inline(never)
  private func find(
    _ type: ObjectIdentifier, _ place: Int, or make: () -> AnyNavigationCases
  ) -> Unmanaged<AnyNavigationCases> {
    // Made outside of the lock: inspecting a type runs code of the feature.
    let known = values.withLock { $0[type] } ?? make()
    let value = values.withLock { values -> AnyNavigationCases in
      if let earlier = values[type] { return earlier }
      values[type] = known
      return known
    }
    let reference = Unmanaged.passUnretained(value)
    recent[place].store(UInt(bitPattern: reference.toOpaque()), ordering: .releasing)
    return reference
  }
}

/// An action that is for a stack, a presentation or a list.
private protocol NavigationAction {
  /// Returns the kind of the action and the operator that takes it, given the name of its case.
  static func hint(_ name: String) -> String
  /// An example of an action; `nil` if the type can't make one without an element.
  static var sample: Self? { get }
}

extension StackAction: NavigationAction {
  fileprivate static var sample: Self? { .popFrom(id: .unassigned) }

  fileprivate static func hint(_ name: String) -> String {
    "a stack, and no forEach took it. Add .forEach(\\.\(name), action: \\.\(name))"
  }
}

extension PresentationAction: NavigationAction {
  fileprivate static var sample: Self? { .dismiss }

  fileprivate static func hint(_ name: String) -> String {
    "what is presented, and no ifLet took it. Add .ifLet(\\.$\(name), action: \\.\(name))"
  }
}

extension IdentifiedAction: NavigationAction {
  fileprivate static var sample: Self? { nil }

  fileprivate static func hint(_ name: String) -> String {
    "an element of a list, and no forEach took it. Add .forEach(\\.\(name), action: \\.\(name))"
  }
}

/// - Returns: `[NavigationCases<Action>.Case]`, with the cases that `@CasePathable` generated.
@inline(never)
@_semantics("optimize.sil.specialize.generic.never")
private func findNavigationCases<Action: CasePathable>(_: Action.Type) -> Any {
  func make<Path: PartialCasePath>(_ name: String, _ path: Path) -> NavigationCases<Action>.Case? {
    guard let value = Path.Value.self as? any NavigationAction.Type,
      let path = path.casePath as? AnyCasePath<Action, Path.Value>
    else { return nil }
    let sample = value.sample as? Path.Value
    return .init(
      name: name, hint: value.hint(name), tag: sample.flatMap { enumTag(of: path.embed($0)) },
      matches: { path.extract(from: $0) != nil })
  }
  func cases<Table: CasePathTable>(of _: Table.Type) -> [NavigationCases<Action>.Case] {
    Table.namedCases.compactMap { named in
      let keyPath = named.keyPath as PartialCaseKeyPath<Table.Root>
      return (Table.Root.allCasePaths[keyPath: keyPath] as? any PartialCasePath)
        .flatMap { make(named.name, $0) }
    }
  }
  return (Action.AllCasePaths.self as? any CasePathTable.Type).map { cases(of: $0) } ?? []
}
