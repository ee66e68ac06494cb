import Backstack
import BackstackDiffing

/// The action that a test expects to receive.
struct ActionExpectation<Action> {
  /// A description of the expected action, as the object of a sentence.
  let description: String
  let matches: (Action) -> Bool
  /// Whether an action is of the expected case, so that only its payload may be wrong.
  var matchesCase: (Action) -> Bool = { _ in false }
  /// A function that describes why an action does not match, or how the payload of a matching one
  /// differs; it returns `nil` if there is nothing to add.
  var difference: (Action) -> String? = { _ in nil }

  /// Expects an action that is equal to another or, without equality, looks like it.
  static func equal(to action: Action) -> Self {
    let matches =
      (action as? any Equatable).map { equality(with: $0) } ?? { describe($0) == describe(action) }
    return Self(
      description: describe(action), matches: matches,
      difference: { matches($0) ? nil : differenceText(action, $0) })
  }

  private static func equality<Value: Equatable>(with action: Value) -> (Action) -> Bool {
    { $0 as? Value == action }
  }

  /// Expects an action that a predicate accepts.
  static func accepted(by predicate: @escaping (Action) -> Bool) -> Self {
    Self(description: "an action that the predicate accepts", matches: predicate)
  }

  /// Expects an action of a case.
  static func `case`<Value>(_ toCase: any CaseKeyPath<Action, Value> & Sendable) -> Self
  where Action: CasePathable {
    Self(
      description: description(of: toCase),
      matches: { toCase.extract(from: $0) != nil })
  }

  /// Describes a case key path, which does not know the names of its cases by itself.
  private static func description<Value>(of toCase: any CaseKeyPath<Action, Value> & Sendable)
    -> String where Action: CasePathable
  {
    // A case without a payload can be instantiated to get its name.
    if let none = () as? Value { return actionOutline(of: toCase(none), showsIDs: true) }
    let table = Action.allCasePaths as? any CasePathTable<Action>
    let name = table.flatMap { table in caseName(of: toCase, in: table) }.map { ".\($0) " } ?? ""
    return "an action of the case \(name)with a payload of \(shortName(of: Value.self))"
  }

  /// Returns the name of a case in a table; `nil` for a case of a payload.
  private static func caseName(
    of keyPath: PartialCaseKeyPath<Action>, in table: some CasePathTable<Action>
  ) -> String? where Action: CasePathable {
    type(of: table).namedCases.first { $0.keyPath == keyPath }?.name
  }

  /// Expects an action of a case, with a payload that is equal to another.
  static func `case`<Value: Equatable>(
    _ toCase: any CaseKeyPath<Action, Value> & Sendable, _ value: Value
  ) -> Self where Action: CasePathable {
    Self(
      description:
        "\(actionOutline(of: toCase(value), showsIDs: true)) with the payload \(describe(value))",
      matches: { toCase.extract(from: $0) == value },
      matchesCase: { toCase.extract(from: $0) != nil },
      difference: {
        guard let payload = toCase.extract(from: $0), payload != value else { return nil }
        return differenceText(value, payload)
      })
  }
}
