import Backstack
import BackstackDiffing

/// The action that a test expects to receive.
struct ActionExpectation<Action> {
  /// What is expected, as the object of a sentence.
  let description: String
  let matches: (Action) -> Bool
  /// What is wrong with an action that does not match, or with the payload of one that does; `nil`
  /// where there is no more to say.
  var difference: (Action) -> String? = { _ in nil }

  /// An action that is equal to another.
  static func equal(to action: Action) -> Self where Action: Equatable {
    Self(
      description: describe(action), matches: { $0 == action },
      difference: { $0 == action ? nil : differenceText(action, $0) })
  }

  /// An action that a predicate accepts.
  static func accepted(by predicate: @escaping (Action) -> Bool) -> Self {
    Self(description: "an action that the predicate accepts", matches: predicate)
  }

  /// An action of a case.
  static func `case`<Value>(_ toCase: any CaseKeyPath<Action, Value> & Sendable) -> Self
  where Action: CasePathable {
    Self(
      description: description(of: toCase),
      matches: { toCase.extract(from: $0) != nil })
  }

  /// A case key path in words; it can't tell the names of its cases.
  private static func description<Value>(of toCase: any CaseKeyPath<Action, Value> & Sendable)
    -> String where Action: CasePathable
  {
    // A case without payload can be made to be looked at.
    if let none = () as? Value { return actionOutline(of: toCase(none)) }
    return "an action of the case with a payload of \(shortName(of: Value.self))"
  }

  /// An action of a case, with a payload that is equal to another.
  static func `case`<Value: Equatable>(
    _ toCase: any CaseKeyPath<Action, Value> & Sendable, _ value: Value
  ) -> Self where Action: CasePathable {
    Self(
      description: "\(actionOutline(of: toCase(value))) with the payload \(describe(value))",
      matches: { toCase.extract(from: $0) != nil },
      difference: {
        guard let payload = toCase.extract(from: $0), payload != value else { return nil }
        return differenceText(value, payload)
      })
  }
}
