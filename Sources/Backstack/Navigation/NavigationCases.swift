import BackstackCasePaths
import BackstackLocking
import Synchronization

/// The cases of an enum of actions that are for what a feature navigates to: a stack, a presentation, a
/// list.
final class NavigationCases<Action>: AnyNavigationCases, @unchecked Sendable {
  // Sound: never changed.

  /// One of them.
  struct Case {
    let name: String
    /// What the case is for and which operator takes its actions, to go on from "is for".
    let hint: String
    /// The number of the case, if a sample of its actions shows it.
    let tag: Int?
    let matches: (Action) -> Bool
  }

  private let cases: [Case]
  /// The numbers of the cases, as bits.
  private let tags: UInt64
  /// Whether those are all.
  private let knowsTags: Bool

  private init() {
    let type = Action.self as? any CasePathable.Type
    cases = type.flatMap { findNavigationCases($0) as? [Case] } ?? []
    knowsTags = cases.allSatisfy { $0.tag.map { $0 < 64 } ?? false }
    tags = cases.reduce(0) { $0 | 1 << UInt64($1.tag ?? 64) }
    super.init(type: ObjectIdentifier(Action.self), isEmpty: cases.isEmpty)
  }

  /// The case that an action is, if it is one of them.
  ///
  /// - Complexity: O(1) for an action that is none, unless a case is for a list or there are very many.
  @inline(__always)
  static func find(_ action: Action) -> Case? {
    let found = NavigationCasesTable.shared.value(
      of: ObjectIdentifier(Action.self), or: { NavigationCases() })
    return found._withUnsafeGuaranteedRef { found in
      if found.isEmpty { return nil }
      // Sound: the table has it by its type.
      return unsafeDowncast(found, to: Self.self).find(action)
    }
  }

  private func find(_ action: Action) -> Case? {
    if knowsTags, let tag = enumTag(of: action), tags & 1 << UInt64(tag) == 0 { return nil }
    return cases.first { $0.matches(action) }
  }
}

/// The same of an enum whose type is not known.
class AnyNavigationCases: @unchecked Sendable {
  // Sound: never changed.
  let type: ObjectIdentifier
  let isEmpty: Bool

  init(type: ObjectIdentifier, isEmpty: Bool) {
    self.type = type
    self.isEmpty = isEmpty
  }
}

/// What is known of each type. It is asked for with each action.
private struct NavigationCasesTable: ~Copyable, Sendable {
  static let shared = NavigationCasesTable()

  /// All that is known.
  private let values = Guarded<[ObjectIdentifier: AnyNavigationCases]>([:])
  /// What was asked for lately, by some bits of the type's address, to be read without a lock.
  private let recent = InlineArray<256, Atomic<UInt>> { _ in Atomic(0) }

  /// What is known of a type, or else what is made for it. It is kept for ever.
  func value(
    of type: ObjectIdentifier, or make: () -> AnyNavigationCases
  ) -> Unmanaged<AnyNavigationCases> {
    let place = Int(UInt(bitPattern: type) >> 4 % UInt(recent.count))
    if let known = UnsafeRawPointer(bitPattern: recent[place].load(ordering: .acquiring)) {
      // Sound: `values` keeps it.
      let known = Unmanaged<AnyNavigationCases>.fromOpaque(known)
      if known._withUnsafeGuaranteedRef({ $0.type == type }) { return known }
    }
    return find(type, place, or: make)
  }

  @inline(never)
  private func find(
    _ type: ObjectIdentifier, _ place: Int, or make: () -> AnyNavigationCases
  ) -> Unmanaged<AnyNavigationCases> {
    // Made outside of the lock: to look at a type runs code of the feature.
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

/// An action that is for what a feature navigates to.
private protocol NavigationAction {
  /// What it is for and which operator takes it, given the name of its case.
  static func hint(_ name: String) -> String
  /// An action, `nil` where that takes one of an element.
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

/// - Returns: `[NavigationCases<Action>.Case]`, as far as the type was made by `@CasePathable`.
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
