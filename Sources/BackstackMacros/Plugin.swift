@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The executable that the compiler starts to expand macros.
@main
struct Plugin: PluginProvider {
  /// The macros, by the names of the types that implement them.
  static var macros: [String: any Macro.Type] {
    [
      "CasePathableMacro": CasePathableMacro.self,
      "DependencyClientMacro": DependencyClientMacro.self,
      "DependencyEndpointMacro": DependencyEndpointMacro.self,
      "MarkerMacro": MarkerMacro.self,
      "ObservableStateMacro": ObservableStateMacro.self,
      "ReducerActionMacro": ReducerActionMacro.self,
      "ReducerMacro": ReducerMacro.self,
      "SchemaRepresentableMacro": SchemaRepresentableMacro.self,
    ]
  }

  static func main() throws {
    let connection = try CompilerConnection.standardStreams()
    try CompilerPluginMessageListener(connection: connection, provider: Self()).main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = Self.macros[typeName] else {
      throw UnknownMacro(description: "no macro named \(moduleName).\(typeName)")
    }
    return macro
  }
}

struct UnknownMacro: Error, CustomStringConvertible {
  let description: String
}
