import SwiftSyntax

/// The coding of a struct: the members that the compiler would encode and decode, in its order, but
/// without a container between them and the coder.
struct StructCoding {
  private let declaration: StructDeclSyntax
  private let properties: [StoredProperty]

  /// Creates the coding of a struct whose declaration determines it; `nil` for others, whose coding
  /// the compiler or the author writes.
  init?(_ declaration: StructDeclSyntax) {
    let isIsolated = declaration.attributes.names.contains { $0.hasSuffix("Actor") }
    guard !isIsolated, !declaration.memberBlock.declaresCoding,
      let properties = StructSchema(declaration).codedProperties,
      // The compiler decodes a struct without properties from anything.
      properties.contains(where: { $0.decoding != nil })
    else { return nil }
    self.declaration = declaration
    self.properties = properties
  }

  /// Returns `encode(to:)` and `init(from:)`, as far as the declaration requires them.
  ///
  /// They belong in an extension: an initializer in the struct would replace the memberwise one.
  func members(access: String) -> String {
    let inherited = declaration.inheritanceClause?.names ?? []
    var members: [String] = []
    if !inherited.isDisjoint(with: ["Codable", "Encodable"]) {
      members.append(encode(access))
    }
    if !inherited.isDisjoint(with: ["Codable", "Decodable"]) {
      members.append(decode(access))
    }
    return members.joined(separator: "\n")
  }

  private func encode(_ access: String) -> String {
    """
    // To write the coding in an extension, mark the state with '@ObservableState(coding: .manual)'.
    \(access)nonisolated func encode(to encoder: any Encoder) throws {
    let members = BackstackCoding.MemberEncoder(encoder)
    \(properties.map(\.encoding).joined(separator: "\n"))
    }
    """
  }

  private func decode(_ access: String) -> String {
    """
    // To write the coding in an extension, mark the state with '@ObservableState(coding: .manual)'.
    \(access)nonisolated init(from decoder: any Decoder) throws {
    let members = try BackstackCoding.MemberDecoder(from: decoder)
    \(properties.compactMap(\.decoding).joined(separator: "\n"))
    }
    """
  }
}
