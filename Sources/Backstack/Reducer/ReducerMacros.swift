import BackstackCasePaths

/// Completes a feature, or makes a reducer of the features in an enum's cases.
///
/// On a struct it adds those of `State`, `Action` and `body` that are missing.
///
/// On an enum each case names a feature: `case counter(Counter)`, or `case edit(Edit = Edit(isNew:
/// true))` if the feature needs arguments. A case can also name another enum reducer. The enum gets
/// a `State`, an `Action`, a static `body`, and a `CaseScope` for ``Store/case``; manually written
/// ones are kept. A case is data if it has no payload or several, if its payload is an optional or
/// a collection, or if it is marked with `@ReducerCaseIgnored`. Data is part of the state and has
/// no actions, unless a manually written `Action` has some for it.
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
  /// `Sendable`, to which each state and action conforms in any case.
  public static let sendable = Self()
}

/// Declares that a feature's action is Sendable, so that a feature may have lists and stacks of
/// itself. Support for the expansion of `@Reducer`.
@attached(extension, conformances: Sendable)
public macro _ReducerAction() =
  #externalMacro(module: "BackstackMacros", type: "ReducerActionMacro")

/// Marks a case of a `@Reducer` enum as data, not a feature.
///
/// ``Store/case`` has the data. If the enum's `Action` is manually written and has actions for the
/// case, ``Store/case`` has a store of them instead; they close an alert or a dialog, as any of its
/// actions does.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "BackstackMacros", type: "MarkerMacro")

/// Marks a case of a `@Reducer` enum as state that is ended by its own actions. Alerts and dialogs
/// need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "BackstackMacros", type: "MarkerMacro")

/// Marks a feature's state. Adds the `ObservableState` conformance, which reports the offsets of
/// presentations, and the coding and the JSON Schema of a state that is `Codable`. The state itself is
/// unchanged.
///
/// The coding is the one that the compiler would generate. The macro leaves it to you if you declare
/// `encode(to:)` or `init(from:)` in the struct; to declare them in an extension, which the macro doesn't
/// see, write ``ObservableState(coding:)``.
@attached(member, names: named(_offset), named(jsonSchema(in:)))
@attached(
  extension, conformances: ObservableState, names: named(encode(to:)), named(init(from:)))
public macro ObservableState() =
  #externalMacro(module: "BackstackMacros", type: "ObservableStateMacro")

/// Marks a feature's state whose coding is declared in an extension, as far as the compiler does not
/// generate it.
@attached(member, names: named(_offset), named(jsonSchema(in:)))
@attached(extension, conformances: ObservableState)
public macro ObservableState(coding: StateCoding) =
  #externalMacro(module: "BackstackMacros", type: "ObservableStateMacro")

/// An argument of ``ObservableState(coding:)``.
public enum StateCoding: Sendable {
  /// The author or the compiler writes the coding of the state.
  case manual
}

/// Marks a property of a feature's state as not observed by views. It has no effect here, because
/// nothing observes the state.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "BackstackMacros", type: "MarkerMacro")
