/// Writes an enum in the wire format. Support for the expansion of `@CasePathable`.
public struct CaseEncoder {
  private var container: KeyedEncodingContainer<CaseKey>

  /// Begins an enum.
  public init(_ encoder: any Encoder) {
    self.container = encoder.container(keyedBy: CaseKey.self)
  }

  /// Writes a case without payload.
  public mutating func encode(case name: String) {
    _ = container.nestedContainer(keyedBy: CaseKey.self, forKey: CaseKey(name))
  }

  /// Writes a case with one payload without label.
  public mutating func encode(case name: String, payload: some Encodable) throws {
    try container.encode(payload, forKey: CaseKey(name))
  }

  /// Begins a case with labelled payloads.
  public mutating func fields(case name: String) -> Fields {
    Fields(container: container.nestedContainer(keyedBy: CaseKey.self, forKey: CaseKey(name)))
  }

  /// The labelled payloads of a case.
  public struct Fields {
    fileprivate var container: KeyedEncodingContainer<CaseKey>

    /// Writes one payload.
    public mutating func encode(_ value: some Encodable, label: String) throws {
      try container.encode(value, forKey: CaseKey(label))
    }

    /// Writes one payload, or nothing.
    public mutating func encode(_ value: (some Encodable)?, label: String) throws {
      try container.encodeIfPresent(value, forKey: CaseKey(label))
    }
  }
}
