import BackstackCasePaths
import BackstackPlatform
import Synchronization

/// The cases of an action enum whose actions are for a stack, a presentation or a list.
final class NavigationCases<Action>: AnyNavigationCases, @unchecked Sendable {
  // Sound: immutable, except for atomics.

  /// One such case.
  struct Case {
    let name: String
    /// The end of a sentence with "is for": the kind of the case, and the operator that takes its
    /// actions.
    let hint: String
    let matches: (Action) -> Bool
  }

  private let cases: [Case]
  /// The enum tags of these cases and of the others, as bits. They are learned from the actions: to
  /// compare an action with each case takes longer than most reducers.
  private let tags = Atomic<UInt64>(0)
  private let otherTags = Atomic<UInt64>(0)

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private init() {
    let type = Action.self as? any CasePathable.Type
    cases = type.flatMap { findNavigationCases($0) as? [Case] } ?? []
    super.init(type: ObjectIdentifier(Action.self), isEmpty: cases.isEmpty)
  }

  /// Returns whether an action is of one of these cases.
  ///
  /// - Complexity: O(1), except for the first action of a case, and for cases whose tag is above 63.
  @inline(__always)
  static func contains(_ action: Action) -> Bool {
    let found = known
    return found._withUnsafeGuaranteedRef { found in
      if found.isEmpty { return false }
      // Sound: the table stores each value under its own type.
      return unsafeDowncast(found, to: Self.self).contains(action)
    }
  }

  /// Returns the case of an action, if it is one of these cases.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cases.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func find(_ action: Action) -> Case? {
    known._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Self.self).search(action) }
  }

  @inline(__always)
  private static var known: Unmanaged<AnyNavigationCases> {
    NavigationCasesTable.shared.value(
      of: ObjectIdentifier(Action.self), or: { NavigationCases() })
  }

  private func contains(_ action: Action) -> Bool {
    guard let tag = enumTag(of: action), tag < 64 else { return search(action) != nil }
    let bit = UInt64(1) << UInt64(tag)
    if otherTags.load(ordering: .relaxed) & bit != 0 { return false }
    return tags.load(ordering: .relaxed) & bit != 0 || learn(action, bit)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func learn(_ action: Action, _ bit: UInt64) -> Bool {
    let isFound = search(action) != nil
    if isFound {
      tags.bitwiseOr(bit, ordering: .relaxed)
    } else {
      otherTags.bitwiseOr(bit, ordering: .relaxed)
    }
    return isFound
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
}

extension StackAction: NavigationAction {
  fileprivate static func hint(_ name: String) -> String {
    "a stack, and no forEach took it. Add .forEach(\\.\(name), action: \\.\(name))"
  }
}

extension PresentationAction: NavigationAction {
  fileprivate static func hint(_ name: String) -> String {
    "what is presented, and no ifLet took it. Add .ifLet(\\.$\(name), action: \\.\(name))"
  }
}

extension IdentifiedAction: NavigationAction {
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
    return .init(
      name: name, hint: value.hint(name), matches: { path.extract(from: $0) != nil })
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
