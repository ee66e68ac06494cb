/// Manually written case paths that can be found by the names of their cases. Those that
/// `@CasePathable` generates always can.
public protocol NamedCasePaths<Root>: Sendable {
  /// The enum.
  associatedtype Root

  /// Returns the case path of the case with a name.
  func casePath(named name: String) -> (any PartialCasePath<Root>)?

  /// Returns the case path of the actions of the element with an id, given as the text between
  /// brackets.
  func casePath(id: String) -> (any PartialCasePath<Root>)?
}

extension NamedCasePaths {
  public func casePath(id: String) -> (any PartialCasePath<Root>)? { nil }
}

extension CasePathable {
  /// Returns the case path for a text such as `path[0].counter.incrementButtonTapped`.
  ///
  /// Names are separated by periods; an element's id follows the name of its stack or list in
  /// brackets. The step `presented` of a presentation may be omitted.
  ///
  /// - Returns: `nil` if there is no such case.
  /// - Complexity: O(*n*), where *n* is the number of cases on the way.
  public static func casePath(_ text: String) -> (any PartialCasePath<Self>)? {
    guard let steps = CasePathStep.steps(of: text), let first = steps.first else { return nil }
    return casePath(first)?.appending(steps.dropFirst())
  }

  /// Creates the value of the case without payload that a text names; `nil` if there is none.
  public init?(casePath text: String) {
    guard let value = Self.casePath(text)?.embedNothing() else { return nil }
    self = value
  }
}

/// One step of a case path as text.
enum CasePathStep {
  case name(String)
  case id(String)

  /// Returns the steps of a text; `nil` if the text is not well formed.
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
  /// Returns the case path of one step.
  static func casePath(_ step: CasePathStep) -> (any PartialCasePath<Self>)? {
    switch (step, allCasePaths) {
    case (.name(let name), let paths as any NamedCasePaths<Self>): paths.casePath(named: name)
    case (.id(let id), let paths as any NamedCasePaths<Self>): paths.casePath(id: id)
    // Two separate protocols: if one inherited from the other, the compiler would crash on
    // macro-generated tables.
    case (.name(let name), let table as any CasePathTable<Self>): table.casePath(named: name)
    default: nil
    }
  }
}

extension PartialCasePath {
  /// Returns the path to a case of the payload, by its name.
  package func casePath(below name: String) -> (any PartialCasePath<Root>)? {
    appending(.name(name))
  }

  /// Returns this path with further steps.
  func appending(_ steps: ArraySlice<CasePathStep>) -> (any PartialCasePath<Root>)? {
    guard let step = steps.first else { return self }
    return appending(step)?.appending(steps.dropFirst())
  }
}
