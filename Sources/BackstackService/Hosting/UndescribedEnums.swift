import Backstack
import BackstackJSON
import BackstackSchema
@_spi(Reflection) import Swift

/// The enums that a feature's states and actions are made of whose coding the compiler writes, and of which
/// the feature's schema says nothing: clients see `{"case": {"_0": …}}` and are told of none of it.
struct UndescribedEnums {
  /// The enums, each once, in the order in which they were found.
  private(set) var all: [Any.Type] = []

  /// Looks for them in whatever is known of some types: in schemas, and in the properties of types without.
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
      // A mirror needs a value, and there is none before a session begins.
      _ = _forEachField(of: type) { name, _, type, _ in
        // The storage of a property with a wrapper.
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
        @CasePathable or @SchemaRepresentable: its cases are {"case": {"_0": …}} in JSON, and clients are told \
        nothing of them. Give it @CasePathable, for {"case": …} as of actions, or @SchemaRepresentable, which \
        describes it as it is. An extension that has it conform to SchemaRepresentable leaves all as it is.
        """,
        at: location)
    }
  }
}
