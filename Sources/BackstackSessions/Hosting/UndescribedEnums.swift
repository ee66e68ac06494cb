import Backstack
import BackstackCoding
@_spi(Reflection) import Swift

/// The enums in a feature's states and actions whose coding the compiler writes and which the
/// feature's schema does not describe. In JSON, their cases are `{"case": {"_0": …}}`, which
/// clients can't know.
struct UndescribedEnums {
  /// The enums, each once, in the order in which they were found.
  private(set) var all: [Any.Type] = []

  /// Finds the enums in types: in their schemas, and in the properties of types that have none.
  init(in types: [Any.Type]) {
    let builder = SchemaBuilder(audience: .reader)
    for type in types { _ = builder.schema(of: type) }
    var next = 0
    while next < builder.unknownTypes.count {
      visit(builder.unknownTypes[next], builder)
      next += 1
    }
  }

  private mutating func visit(_ type: Any.Type, _ builder: SchemaBuilder) {
    guard let decodable = type as? any Decodable.Type else { return }
    switch CodingShape(of: decodable) {
    case .cases: all.append(type)
    case .members(let mayHave):
      // Reads the fields of the type, as a mirror needs a value and there is none before a session
      // begins.
      _ = _forEachField(of: type) { name, _, type, _ in
        // A property with a wrapper stores its value under its name with an underscore.
        let name = String(cString: name)
        if mayHave(name) || name.hasPrefix("_") && mayHave(String(name.dropFirst())) {
          _ = builder.schema(of: type)
        }
        return true
      }
    case .other: return
    }
  }

  /// Reports the enums of a feature.
  func report(of feature: String, at location: SourceLocation) {
    for type in all {
      reportIssue(
        """
        The enum \(type) in the states or actions of the feature "\(feature)" is Codable without \
        @CasePathable or @SchemaRepresentable: its cases are {"case": {"_0": …}} in JSON, which the \
        feature's schema does not describe. Add @CasePathable to encode them as {"case": …}, like actions, \
        or @SchemaRepresentable to describe them as they are. To silence this issue and change nothing, \
        conform the enum to SchemaRepresentable in an extension.
        """,
        at: location)
    }
  }
}
