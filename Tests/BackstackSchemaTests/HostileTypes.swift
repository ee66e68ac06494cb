// The states and actions of the feature "Hostile \\#(exit(7))\"`\u{202e}\u{2028}*/\u{a}".
//
// Made by `client --language swift` of the server's program: don't edit it.
// swift-format-ignore-file

/// The types of the feature "Hostile \\#(exit(7))\"`\u{202e}\u{2028}*/\u{a}".
public enum HostileExit7 {
  /// The feature's name.
  public static let feature = "Hostile \\#(exit(7))\"`\u{202e}\u{2028}*/\u{a}"

  /// The name of a member. A case is an object with one member, or the member's name alone.
  private struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }

    init(ofCaseIn decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.init(stringValue: name)
        return
      }
      let names = try decoder.container(keyedBy: Name.self).allKeys
      guard names.count == 1 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "Not one case: \(names)"))
      }
      self = names[0]
    }

    func payload<Value: Decodable>(in decoder: any Decoder) throws -> Value {
      try decoder.container(keyedBy: Name.self).decode(Value.self, forKey: self)
    }

    func fields(in decoder: any Decoder) throws -> KeyedDecodingContainer<Name> {
      try decoder.container(keyedBy: Name.self).nestedContainer(keyedBy: Name.self, forKey: self)
    }

    func unknown(in decoder: any Decoder) -> DecodingError {
      .dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "No case \(stringValue)"))
    }
  }

  /// \(exit(7))
  /// \#(exit(7))
  /// """
  /// \
  /// \\
  /// a
  /// b
  /// a
  /// b
  /// \u0009
  /// \u0000
  /// `
  /// '
  /// ${exit(7)}
  /// */
  /// //
  /// \u007f
  /// \u009b
  ///
  ///
  ///
  ///
  /// \u202e
  /// \ufeff
  /// \u2066
  /// </script>
  public struct State: Codable, Hashable, Sendable {
    /// \(exit(7))\#(exit(7))"""\\\a
    /// ba
    /// b\u0009\u0000`'${exit(7)}*///\u007f\u009b
    ///
    /// \u202e\ufeff\u2066</script>
    public var kind: StateKind
    public var exit7: String
    public var exit72: String
    public var __: String
    public var __2: String
    public var __3: String
    public var aB: String
    public var aB2: String
    public var __4: String
    public var __5: String
    public var __6: String
    public var __7: String
    public var exit73: String
    public var __8: String
    public var __9: String
    public var __10: String
    public var __11: String
    public var __12: String
    public var __13: String
    public var __14: String
    public var __15: String
    public var __16: String
    public var script: String

    public init(kind: StateKind, exit7: String, exit72: String, __: String, __2: String, __3: String, aB: String, aB2: String, __4: String, __5: String, __6: String, __7: String, exit73: String, __8: String, __9: String, __10: String, __11: String, __12: String, __13: String, __14: String, __15: String, __16: String, script: String) {
      self.kind = kind
      self.exit7 = exit7
      self.exit72 = exit72
      self.__ = __
      self.__2 = __2
      self.__3 = __3
      self.aB = aB
      self.aB2 = aB2
      self.__4 = __4
      self.__5 = __5
      self.__6 = __6
      self.__7 = __7
      self.exit73 = exit73
      self.__8 = __8
      self.__9 = __9
      self.__10 = __10
      self.__11 = __11
      self.__12 = __12
      self.__13 = __13
      self.__14 = __14
      self.__15 = __15
      self.__16 = __16
      self.script = script
    }

    private enum CodingKeys: String, CodingKey {
      case kind = "kind"
      case exit7 = "\\(exit(7))"
      case exit72 = "\\#(exit(7))"
      case __ = "\"\"\""
      case __2 = "\\"
      case __3 = "\\\\"
      case aB = "a\u{a}b"
      case aB2 = "a\u{d}b"
      case __4 = "\u{9}"
      case __5 = "\u{0}"
      case __6 = "`"
      case __7 = "'"
      case exit73 = "${exit(7)}"
      case __8 = "*/"
      case __9 = "//"
      case __10 = "\u{7f}"
      case __11 = "\u{9b}"
      case __12 = "\u{2028}"
      case __13 = "\u{2029}"
      case __14 = "\u{202e}"
      case __15 = "\u{feff}"
      case __16 = "\u{2066}"
      case script = "</script>"
    }
  }

  /// \(exit(7))\#(exit(7))"""\\\a
  /// ba
  /// b\u0009\u0000`'${exit(7)}*///\u007f\u009b
  ///
  /// \u202e\ufeff\u2066</script>
  public enum StateKind: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
    case exit7
    case exit72
    case __
    case __2
    case __3
    case aB
    case aB2
    case __4
    case __5
    case __6
    case __7
    case exit73
    case __8
    case __9
    case __10
    case __11
    case __12
    case __13
    case __14
    case __15
    case __16
    case script
    /// A value that a newer service has added.
    case unknown(String)

    /// The known values.
    public static let allCases: [StateKind] = [.exit7, .exit72, .__, .__2, .__3, .aB, .aB2, .__4, .__5, .__6, .__7, .exit73, .__8, .__9, .__10, .__11, .__12, .__13, .__14, .__15, .__16, .script]

    public init(rawValue: String) {
      switch rawValue {
      case "\\(exit(7))": self = .exit7
      case "\\#(exit(7))": self = .exit72
      case "\"\"\"": self = .__
      case "\\": self = .__2
      case "\\\\": self = .__3
      case "a\u{a}b": self = .aB
      case "a\u{d}b": self = .aB2
      case "\u{9}": self = .__4
      case "\u{0}": self = .__5
      case "`": self = .__6
      case "'": self = .__7
      case "${exit(7)}": self = .exit73
      case "*/": self = .__8
      case "//": self = .__9
      case "\u{7f}": self = .__10
      case "\u{9b}": self = .__11
      case "\u{2028}": self = .__12
      case "\u{2029}": self = .__13
      case "\u{202e}": self = .__14
      case "\u{feff}": self = .__15
      case "\u{2066}": self = .__16
      case "</script>": self = .script
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .exit7: "\\(exit(7))"
      case .exit72: "\\#(exit(7))"
      case .__: "\"\"\""
      case .__2: "\\"
      case .__3: "\\\\"
      case .aB: "a\u{a}b"
      case .aB2: "a\u{d}b"
      case .__4: "\u{9}"
      case .__5: "\u{0}"
      case .__6: "`"
      case .__7: "'"
      case .exit73: "${exit(7)}"
      case .__8: "*/"
      case .__9: "//"
      case .__10: "\u{7f}"
      case .__11: "\u{9b}"
      case .__12: "\u{2028}"
      case .__13: "\u{2029}"
      case .__14: "\u{202e}"
      case .__15: "\u{feff}"
      case .__16: "\u{2066}"
      case .script: "</script>"
      case .unknown(let value): value
      }
    }
  }

  public enum Action: Codable, Hashable, Sendable {
    case none

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "none": self = .none
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .none: _ = container.nestedContainer(keyedBy: Name.self, forKey: "none")
      }
    }
  }
}
