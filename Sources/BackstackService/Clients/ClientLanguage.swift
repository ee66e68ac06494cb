/// A language in which there are types of features for clients.
public enum ClientLanguage: String, CaseIterable, Sendable {
  /// Declarations for TypeScript 4.8 and later, `.d.ts`.
  case typescript
  /// Types for Swift 6 and later.
  case swift
  /// The contract of the feature, in OpenAPI 3.1, for generators of other languages.
  case openapi

  /// The end of a file's name.
  public var fileExtension: String {
    switch self {
    case .typescript: "d.ts"
    case .swift: "swift"
    case .openapi: "yaml"
    }
  }
}

extension BackstackServer {
  /// Returns the types of a feature's states and actions, as its clients see them.
  ///
  /// The same feature always gives the same text, so that it can be committed and compared.
  ///
  /// - Complexity: O(*n*²) in the number of the feature's types.
  public static func client(of feature: Feature, in language: ClientLanguage) -> String {
    switch language {
    case .typescript: TypeScriptDeclarations(feature).text
    case .swift: SwiftSource(feature).text
    case .openapi:
      SessionService(features: [feature], configuration: ServiceConfiguration()).openAPI.yaml
    }
  }
}
