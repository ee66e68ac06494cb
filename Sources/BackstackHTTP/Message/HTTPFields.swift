/// Header or trailer fields (RFC 9110 §5): ordered, and looked up without regard to ASCII case.
///
/// The bytes are kept as on the wire, with a table of positions; a `String` is only created on
/// demand.
public struct HTTPFields: Sendable {
  /// The positions of one field's name and value in `bytes`.
  struct Entry: Sendable {
    var name: ByteRange
    var value: ByteRange
  }

  /// Fields whose presence the connection has to know before it sends a response.
  struct Managed: OptionSet, Sendable {
    let rawValue: UInt8
    static let contentLength = Managed(rawValue: 1)
    static let transferEncoding = Managed(rawValue: 2)
    static let connection = Managed(rawValue: 4)
    static let date = Managed(rawValue: 8)
    static let server = Managed(rawValue: 16)
    /// Fields that the connection writes itself and never takes from the handler.
    static let framing: Managed = [.contentLength, .transferEncoding, .connection]
  }

  var bytes: [UInt8] = []
  var entries: [Entry] = []
  var managed: Managed = []
  /// A bit for each name, which rules out most absent fields without a search.
  var marks: UInt64 = 0
  /// Whether `bytes` is a received head, which contains more than field lines.
  var isReceived = false

  /// Creates an empty collection.
  public init() {}

  /// The number of field lines.
  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }

  /// Empties the fields and keeps their memory.
  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    managed = []
    marks = 0
    isReceived = false
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates fields in the order of the literal; see ``append(_:_:)`` for invalid ones.
  public init(dictionaryLiteral elements: (HTTPFieldName, String)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}
