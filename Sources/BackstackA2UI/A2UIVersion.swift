import BackstackCoding

/// A version of A2UI in which screens are written.
enum A2UIVersion: String, Sendable, CaseIterable {
  case stable = "0.9.1"
  /// The candidate of 1.0.
  case candidate = "1.0"

  /// The version as messages name it.
  var name: JSONLiteral { .string("v" + rawValue) }

  /// The basic catalog of components.
  var catalog: JSONLiteral {
    let folder = self == .stable ? "v0_9" : "v1_0"
    return .string("https://a2ui.org/specification/\(folder)/catalogs/basic/catalog.json")
  }

  /// The variant of the text of a title; `nil` where there is none.
  var title: JSONLiteral? { self == .stable ? "h2" : nil }

  /// Returns a reference to the value of a field.
  func binding(to field: String) -> JSONLiteral {
    let path = JSONLiteral.string(Surface.path(of: field))
    return self == .stable ? ["path": path] : ["@path": path]
  }

  /// Returns the action that opens a page.
  func opening(_ url: JSONLiteral) -> JSONLiteral {
    let name = self == .stable ? "call" : "@call"
    return [
      "functionCall": .object([
        JSONLiteral.Member(name, "openUrl"), JSONLiteral.Member("args", ["url": url]),
      ])
    ]
  }

  /// Returns a message.
  func message(_ name: String, _ content: JSONLiteral) -> JSONLiteral {
    .object([
      JSONLiteral.Member("version", self.name), JSONLiteral.Member(name, content),
    ])
  }
}
