package import SwiftSyntaxMacros

/// The macros, by the names of the types that implement them.
package let backstackMacros: [String: any Macro.Type] = [
  "BindableStateMacro": BindableStateMacro.self,
  "CasePathableMacro": CasePathableMacro.self,
  "DependencyClientMacro": DependencyClientMacro.self,
  "DependencyEndpointMacro": DependencyEndpointMacro.self,
  "MarkerMacro": MarkerMacro.self,
  "ObservableStateMacro": ObservableStateMacro.self,
  "ReducerActionMacro": ReducerActionMacro.self,
  "ReducerMacro": ReducerMacro.self,
  "SchemaRepresentableMacro": SchemaRepresentableMacro.self,
]
