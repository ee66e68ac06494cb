import Backstack
import BackstackCoding

/// The keys of presentation styles that no case and no property of a feature's states has as its
/// name: a misspelled style helps no client.
struct UnknownStyles {
  /// The keys in alphabetical order.
  let keys: [String]

  /// Finds the keys in the schema of the states. There are none if a part of the states has no
  /// schema.
  init(_ styles: [String: PresentationStyle], of state: Any.Type) {
    guard !styles.isEmpty else {
      keys = []
      return
    }
    let builder = SchemaBuilder(audience: .reader)
    var names: Set<String> = []
    Self.collectNames(in: builder.schema(of: state).literal, &names)
    for definition in builder.definitions {
      Self.collectNames(in: definition.schema.literal, &names)
    }
    let isKnown = builder.unknownTypes.isEmpty
    keys = styles.keys.sorted().filter { key in
      // The key is a name, or a pointer that ends with one.
      isKnown && !names.contains(String(key.split(separator: "/").last ?? ""))
    }
  }

  /// Adds the names of properties, which are those of cases in the schema of an enum.
  private static func collectNames(in schema: JSONLiteral, _ names: inout Set<String>) {
    switch schema {
    case .array(let elements): for element in elements { collectNames(in: element, &names) }
    case .object(let members):
      for member in members {
        if member.name == "properties", case .object(let properties) = member.value {
          names.formUnion(properties.map(\.name))
        }
        collectNames(in: member.value, &names)
      }
    default: break
    }
  }

  /// Reports the keys of a feature.
  ///
  /// - Parameter places: Returns the places of its screens.
  func report(
    of feature: String, at location: SourceLocation, places: () -> [NavigationPlace]
  ) {
    guard !keys.isEmpty else { return }
    let screens = Set(places().flatMap { $0.cases.map(\.name) }).sorted()
    for key in keys {
      reportIssue(
        """
        The feature "\(feature)" has a presentation style for "\(key)", but its states have no case \
        and no property with that name. The cases of its screens are: \
        \(screens.joined(separator: ", ")).
        """,
        at: location)
    }
  }
}
