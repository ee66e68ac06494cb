import BackstackCoding

/// An encoder of an enum in the wire format. Support for the expansion of `@CasePathable`.
public struct CaseEncoder {
  private let encoder: any Encoder

  /// Creates an encoder of one enum value.
  public init(_ encoder: any Encoder) { self.encoder = encoder }

  /// Encodes a case without payload.
  @inline(never)
  public mutating func encode(case name: String) { _ = MemberEncoder(encoder, in: name) }

  /// Encodes a case with one payload without label.
  public mutating func encode(case name: String, payload: some Encodable) throws {
    try MemberEncoder(encoder).encode(payload, name)
  }

  /// Starts to encode a case with labelled payloads.
  public mutating func fields(case name: String) -> MemberEncoder {
    MemberEncoder(encoder, in: name)
  }
}

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
