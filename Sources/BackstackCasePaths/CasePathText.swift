/// Case paths written by hand that can be found by the names of the cases; those that
/// `@CasePathable` writes always can.
public protocol NamedCasePaths<Root>: Sendable {
  /// The enum.
  associatedtype Root

  /// The case path of the case of that name.
  func casePath(named name: String) -> (any PartialCasePath<Root>)?

  /// The case path of the actions of the element with that id, as it stands in brackets.
  func casePath(id: String) -> (any PartialCasePath<Root>)?
}

extension NamedCasePaths {
  public func casePath(id: String) -> (any PartialCasePath<Root>)? { nil }
}

extension CasePathable {
  /// The case path that a text names: `path[0].counter.incrementButtonTapped`.
  ///
  /// Names stand between periods, the id of an element in brackets behind the name of its stack or
  /// list; what a presentation presents can be named without `presented`.
  ///
  /// - Returns: `nil` when there is no such case.
  /// - Complexity: O(*n*), where *n* is the number of cases on the way.
  public static func casePath(_ text: String) -> (any PartialCasePath<Self>)? {
    guard let steps = CasePathStep.steps(of: text), let first = steps.first else { return nil }
    return casePath(first)?.appending(steps.dropFirst())
  }

  /// The value of the case without payload that a text names; `nil` when there is none.
  public init?(casePath text: String) {
    guard let value = Self.casePath(text)?.embedNothing() else { return nil }
    self = value
  }
}

/// A step of a case path in a text.
enum CasePathStep {
  case name(String)
  case id(String)

  /// The steps of a text; `nil` when it is not well formed.
  static func steps(of text: String) -> [CasePathStep]? {
    var steps: [CasePathStep] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let bracket = part.firstIndex(of: "[") else {
        guard !part.isEmpty else { return nil }
        steps.append(.name(String(part)))
        continue
      }
      let id = part[part.index(after: bracket)...].dropLast()
      guard bracket > part.startIndex, part.last == "]", !id.isEmpty else { return nil }
      steps += [.name(String(part[..<bracket])), .id(String(id))]
    }
    return steps
  }
}

extension CasePathable {
  /// The case path of one step.
  static func casePath(_ step: CasePathStep) -> (any PartialCasePath<Self>)? {
    switch (step, allCasePaths) {
    case (.name(let name), let paths as any NamedCasePaths<Self>): paths.casePath(named: name)
    case (.id(let id), let paths as any NamedCasePaths<Self>): paths.casePath(id: id)
    // Two protocols: the compiler crashes on tables, which macros make, of an inherited one.
    case (.name(let name), let table as any CasePathTable<Self>): table.casePath(named: name)
    default: nil
    }
  }
}

extension PartialCasePath {
  /// The path to a case of the payload, by its name.
  package func casePath(below name: String) -> (any PartialCasePath<Root>)? {
    appending(.name(name))
  }

  /// This path and further steps.
  func appending(_ steps: ArraySlice<CasePathStep>) -> (any PartialCasePath<Root>)? {
    guard let step = steps.first else { return self }
    return appending(step)?.appending(steps.dropFirst())
  }
}
