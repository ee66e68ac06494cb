/// A language in which there are types of features for clients.
public enum ClientLanguage: String, CaseIterable, Sendable {
  /// Declarations for TypeScript 4.8 and later, `.d.ts`.
  case typescript

  /// The end of a file's name.
  public var fileExtension: String { "d.ts" }
}

extension BackstackServer {
  /// Returns the types of a feature's states and actions, as its clients see them.
  ///
  /// The same feature always gives the same text, so that it can be committed and compared.
  ///
  /// - Complexity: O(*n* log *n*) in the number of the feature's types.
  public static func client(of feature: Feature, in language: ClientLanguage) -> String {
    switch language {
    case .typescript: TypeScriptDeclarations(feature).text
    }
  }
}
