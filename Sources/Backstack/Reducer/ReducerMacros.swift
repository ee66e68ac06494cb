import BackstackCasePaths

/// Completes a feature, or makes a reducer of the features in an enum's cases.
///
/// On a struct it adds what is missing of `State`, `Action` and `body`.
///
/// On an enum each case names a feature: `case counter(Counter)`, `case edit(Edit = Edit(isNew:
/// true))` where it needs arguments. The case may as well name another enum reducer. The enum gets
/// a `State`, an `Action`, a static `body`, and a `CaseScope` for ``Store/case``; those that are
/// written by hand are kept. A case without payload, with several, with an optional or a
/// collection, or marked with `@ReducerCaseIgnored` is data: it is part of the state and has no
/// actions, unless an `Action` that is written by hand gives it some.
@attached(
  member,
  names: named(State), named(Action), named(body), named(CaseScope),
  named(scope(_:)))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, names: named(_checkCases))
public macro Reducer() = #externalMacro(module: "BackstackMacros", type: "ReducerMacro")

/// Makes a reducer of the features in an enum's cases, and adds conformances to its state and its
/// action.
@attached(
  member,
  names: named(State), named(Action), named(body), named(CaseScope),
  named(scope(_:)))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, names: named(_checkCases))
public macro Reducer(
  state: SynthesizedConformance..., action: SynthesizedConformance...
) = #externalMacro(module: "BackstackMacros", type: "ReducerMacro")

/// A protocol that `@Reducer` adds to the state or the action of an enum reducer.
public struct SynthesizedConformance: Sendable {
  /// `Codable`, in the wire format of enums.
  public static let codable = Self()
  /// `Decodable`, in the wire format of enums.
  public static let decodable = Self()
  /// `Encodable`, in the wire format of enums.
  public static let encodable = Self()
  /// `Equatable`.
  public static let equatable = Self()
  /// `Hashable`.
  public static let hashable = Self()
  /// `Sendable`, which each state and action is in any case.
  public static let sendable = Self()
}

/// States that a feature's action is Sendable, so that a feature may have lists and stacks of itself.
/// Support for the expansion of `@Reducer`.
@attached(extension, conformances: Sendable)
public macro _ReducerAction() =
  #externalMacro(module: "BackstackMacros", type: "ReducerActionMacro")

/// Marks a case of a `@Reducer` enum as data, not a feature.
///
/// ``Store/case`` hands out the data. Where the enum's `Action` is written by hand and has actions
/// for the case, it gives a store of them; they close an alert or a dialog, as those of any other do.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "BackstackMacros", type: "MarkerMacro")

/// Marks a case of a `@Reducer` enum as state that its own action ends, such as an alert: alerts and
/// dialogs need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "BackstackMacros", type: "MarkerMacro")

/// Marks a feature's state. Adds the conformance, which tells where presentations are stored, and the
/// JSON Schema of a state that is `Codable`, and changes nothing.
@attached(member, names: named(_offset), named(jsonSchema(in:)))
@attached(extension, conformances: ObservableState)
public macro ObservableState() =
  #externalMacro(module: "BackstackMacros", type: "ObservableStateMacro")

/// Marks a property of a feature's state as one that no view observes: none does here. Changes
/// nothing.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "BackstackMacros", type: "MarkerMacro")
