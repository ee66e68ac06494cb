/// Makes the cases of an enum addressable by key paths.
///
/// Generates the `AllCasePaths` of ``CasePathable``. If the enum's declaration names `Codable`,
/// `Encodable` or `Decodable`, also generates `encode(to:)` and `init(from:)` in Backstack's wire
/// format, unless they are written manually. The wire format is an object with one key, the case's
/// name, and the payload as its value.
///
/// ```json
/// {"counter": {"count": 3}}
/// {"popFrom": {"id": 0}}
/// {"close": {}}
/// ```
///
/// - A single payload without label is the value itself; labelled payloads are an object with their
///   labels as keys.
/// - A labelled payload that is optional or has a default argument may be absent.
/// - A case without payload can also be decoded from its name alone, `"close"`.
/// - The JSON Schema of the wire form, ``SchemaRepresentable``, has the comments of the cases.
@attached(
  member, names: named(AllCasePaths), named(allCasePaths), named(encode(to:)), named(init(from:)),
  named(jsonSchema(in:)))
@attached(extension, conformances: CasePathable)
public macro CasePathable() =
  #externalMacro(module: "BackstackMacros", type: "CasePathableMacro")

/// Marks a case that effects or the server send, but never a client.
///
/// It is encoded like any other case, but is not in the schema of client actions. To a decoder it
/// is an unknown case, unless the decoder's `userInfo` is true for
/// `CodingUserInfoKey.decodesServerOnlyCases`.
@attached(peer)
public macro ServerOnly() = #externalMacro(module: "BackstackMacros", type: "MarkerMacro")
