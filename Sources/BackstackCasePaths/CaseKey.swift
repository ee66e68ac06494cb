/// A coding key of the wire format of enums: the name of a case or the label of a payload.
public struct CaseKey: CodingKey {
  public let stringValue: String
  public var intValue: Int? { nil }

  /// Creates the key of a case or a label.
  public init(_ name: String) { self.stringValue = name }
  public init?(stringValue: String) { self.stringValue = stringValue }
  public init?(intValue: Int) { return nil }
}

extension CodingUserInfoKey {
  /// Whether a decoder decodes the cases marked `@ServerOnly`: a `Bool`, `false` when absent.
  public static let decodesServerOnlyCases = CodingUserInfoKey(
    rawValue: "Backstack.decodesServerOnlyCases")!
}
