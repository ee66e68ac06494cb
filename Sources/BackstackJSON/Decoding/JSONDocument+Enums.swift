extension JSONDocument {
  /// The error for a value that is none of an enum's, with those that are; any other error as it is.
  ///
  /// - Parameter error: What decoding the value at an entry has thrown.
  @inline(never)
  func explained<T>(_ error: any Error, decoding type: T.Type, at index: Int) -> any Error {
    switch error {
    case DecodingError.dataCorrupted(let context):
      guard let raw = type as? any RawRepresentable.Type,
        context.debugDescription.hasPrefix("Cannot initialize \(type) from invalid "),
        let values = Self.rawValues(of: raw), !values.isEmpty
      else { return error }
      return corrupted(
        "There is no value \(text(at: index)); the values are \(values.joined(separator: ", ")).",
        at: index)
    case DecodingError.typeMismatch(let wanted, let context):
      guard wanted == type, CodingShape.saysCasesAreCounted(context),
        let decodable = type as? any Decodable.Type,
        case .cases(let names) = CodingShape(of: decodable), !names.isEmpty
      else { return error }
      return DecodingError.typeMismatch(
        wanted,
        .init(
          codingPath: context.codingPath,
          debugDescription: "Expected an object with one key, the name of the case; the cases are "
            + names.map(Self.quoted).joined(separator: ", ") + "."))
    default: return error
    }
  }

  /// The raw values of a type that lists its cases, or of an enum; `nil` where they are not known.
  private static func rawValues<Value: RawRepresentable>(of type: Value.Type) -> [String]? {
    if let listed = type as? any CaseIterable.Type {
      return cases(of: listed).compactMap { ($0 as? Value).map { text(of: $0.rawValue) } }
    }
    return EnumCases.all(of: type)?.map { text(of: $0.rawValue) }
  }

  private static func cases<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
    type.allCases.map { $0 }
  }

  private static func text(of rawValue: Any) -> String {
    (rawValue as? String).map(quoted) ?? "\(rawValue)"
  }

  /// A scalar as it stands in the document, or nothing.
  private func text(at index: Int) -> String {
    if let text = try? string(at: index) { return Self.quoted(text) }
    return (try? decode(Double.self, at: index)).map { number in
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    } ?? "like it"
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
