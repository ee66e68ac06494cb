import SwiftSyntax

/// The kind of a case of a `@Reducer` enum.
enum ReducerCase {
  /// A feature, and the expression that creates it.
  case reducer(type: String, child: String)
  /// A state that its own action ends, such as an alert.
  case ephemeral(state: String, action: String)
  /// Data without actions.
  case ignored

  init(_ element: EnumCase) {
    // A type without a name, such as `Feature?` or `[Feature]`, is not a feature.
    guard element.payloads.count == 1, let payload = element.payloads.first,
      let name = payload.type.lastName, !Self.containers.contains(name),
      !element.attributes.contains("ReducerCaseIgnored")
    else {
      self = .ignored
      return
    }
    let type = payload.type.trimmedDescription
    if element.attributes.contains("ReducerCaseEphemeral")
      || ["AlertState", "ConfirmationDialogState"].contains(name)
    {
      let action = payload.type.genericArguments.first?.trimmedDescription
      self = .ephemeral(state: type, action: action ?? "\(type).Action")
    } else {
      self = .reducer(
        type: type,
        child: payload.defaultValue?.trimmedDescription ?? "_child(\(type).self, .init())")
    }
  }

  private static let containers: Set<String> = [
    "Array", "Dictionary", "Never", "Optional", "Result", "Set", "Void",
  ]
}
