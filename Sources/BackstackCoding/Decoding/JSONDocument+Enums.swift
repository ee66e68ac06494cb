extension JSONDocument {
  /// Returns an error that lists the values of an enum, if the error is about an unknown value of
  /// the enum; returns other errors unchanged.
  ///
  /// - Parameter error: The error that decoding the value at an entry threw.
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

  /// Returns the raw values of a `CaseIterable` type or an enum; `nil` if they are unknown.
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

  /// Returns the text of a scalar in the document, or "like it" for another value.
  private func text(at index: Int) -> String {
    if let text = try? string(at: index) { return Self.quoted(text) }
    return (try? decode(Double.self, at: index)).map { number in
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    } ?? "like it"
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
