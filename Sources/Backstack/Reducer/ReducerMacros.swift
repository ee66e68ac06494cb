import BackstackCasePaths

/// Completes a feature, or makes a reducer of the features in an enum's cases.
@attached(
  member,
  names: named(State), named(Action), named(body), named(CaseScope),
  named(scope(_:)))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer() = #externalMacro(module: "BackstackMacros", type: "ReducerMacro")

/// Makes a reducer of the features in an enum's cases, and adds conformances to its state and its
/// action.
@attached(
  member,
  names: named(State), named(Action), named(body), named(CaseScope),
  named(scope(_:)))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer(
  state: SynthesizedConformance..., action: SynthesizedConformance...
) = #externalMacro(module: "BackstackMacros", type: "ReducerMacro")

/// A protocol that `@Reducer` adds to the state or the action of an enum reducer.
public struct SynthesizedConformance: Sendable {
  public static let codable = Self()
  public static let decodable = Self()
  public static let encodable = Self()
  public static let equatable = Self()
  public static let hashable = Self()
  public static let sendable = Self()
}

/// Marks a case of a `@Reducer` enum as data, not a feature.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "BackstackMacros", type: "MarkerMacro")

/// Marks a case of a `@Reducer` enum as state that its own action ends, such as an alert.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "BackstackMacros", type: "MarkerMacro")

/// Marks a feature's state. Adds the conformance and changes nothing.
@attached(extension, conformances: ObservableState)
public macro ObservableState() =
  #externalMacro(module: "BackstackMacros", type: "ObservableStateMacro")
