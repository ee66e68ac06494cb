import SwiftSyntax

/// The keys under which a type's properties are encoded.
enum CodingKeys {
  /// The properties' own names.
  case synthesized
  /// The raw values of a manually written enum, by the names of the properties.
  case written([String: String])
  /// The keys of another type, or of an enum whose keys are not literals.
  case unknown

  init(_ block: MemberBlockSyntax) {
    guard block.declares(type: "CodingKeys") else {
      self = .synthesized
      return
    }
    let written = block.declarations.lazy.compactMap { $0.as(EnumDeclSyntax.self) }
      .first { $0.name.unquoted == "CodingKeys" }
    guard let written else {
      self = .unknown
      return
    }
    let cases = EnumCaseList(written.memberBlock.members)
    var names: [String: String] = [:]
    for element in cases.all {
      guard let value = element.syntax.rawValue?.value else {
        names[element.key] = element.key
        continue
      }
      guard let text = value.as(StringLiteralExprSyntax.self)?.plainText else {
        self = .unknown
        return
      }
      names[element.key] = text
    }
    self = cases.isUnconditional ? .written(names) : .unknown
  }
}

extension StringLiteralExprSyntax {
  /// The text, if it has neither escapes nor interpolations.
  fileprivate var plainText: String? {
    guard segments.count == 1, openingPounds == nil,
      let text = segments.first?.as(StringSegmentSyntax.self)?.content.text, !text.contains("\\")
    else { return nil }
    return text
  }
}
