package import SwiftSyntaxMacros

/// The macros that the plugin offers.
package enum AllMacros {
  /// Returns the macro that a type implements; `nil` if there is no such macro.
  package static func named(_ type: String) -> (any Macro.Type)? {
    let macros: [String: any Macro.Type] = [
      "BindableStateMacro": BindableStateMacro.self,
      "CasePathableMacro": CasePathableMacro.self,
      "DependencyClientMacro": DependencyClientMacro.self,
      "DependencyEndpointMacro": DependencyEndpointMacro.self,
      "MarkerMacro": MarkerMacro.self,
      "ObservableStateMacro": ObservableStateMacro.self,
      "PreviewMacro": PreviewMacro.self,
      "ReducerActionMacro": ReducerActionMacro.self,
      "ReducerMacro": ReducerMacro.self,
      "SchemaRepresentableMacro": SchemaRepresentableMacro.self,
      "ViewActionMacro": ViewActionMacro.self,
    ]
    return macros[type]
  }
}
