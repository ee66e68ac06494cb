/// Names of definitions, with only the characters that OpenAPI allows in the name of a component.
enum SchemaName {
  /// Returns the name of a type without its module, such as `Inventory.Destination.State`. The name
  /// of a generic type ends with those of its arguments, such as `Page-Item`.
  static func of(_ type: Any.Type) -> String {
    // Swift identifies the context of a local type by an address.
    let name = String(reflecting: type).split(separator: "(unknown context at ")
      .enumerated().map { index, part in
        index == 0 ? String(part) : String(part.drop { $0 != ")" }.dropFirst(2))
      }.joined()
    let paths = name.split { !isPart($0) }.map { path in
      let names = path.split(separator: ".")
      return (names.count > 1 ? names.dropFirst() : names[...]).joined(separator: ".")
    }
    return String(paths.filter { !$0.isEmpty }.joined(separator: "-").map(ascii))
  }

  private static func isPart(_ character: Character) -> Bool {
    character == "." || character == "_" || character.isLetter || character.isNumber
  }

  private static func ascii(_ character: Character) -> Character {
    character.isASCII ? character : "_"
  }
}
