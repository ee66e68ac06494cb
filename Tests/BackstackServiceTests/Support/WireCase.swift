import BackstackCoding
import FoundationEssentials
import Testing

/// A case of the table that all clients are tested with, `Clients/wire-cases.json`.
struct WireCase: CustomTestStringConvertible {
  let testDescription: String
  /// Its steps, with those that open the session.
  let steps: [JSONLiteral]

  private static let table: JSONLiteral = {
    var file = URL(filePath: #filePath)
    for _ in 0..<4 { file.deleteLastPathComponent() }
    file.append(path: "Clients/wire-cases.json")
    // Without the table there is nothing to test.
    return try! JSONLiteral(decoding: Array(Data(contentsOf: file)))
  }()

  /// Documents with a patch each, and the result.
  static var patches: [JSONLiteral] { table["patches"]?.list ?? [] }

  static let all = cases("sessions", after: "opening") + cases("sockets", after: "socketOpening")

  private static func cases(_ name: String, after opening: String) -> [WireCase] {
    let opening = table[opening]?.list ?? []
    return (table[name]?.list ?? []).map { one in
      WireCase(
        testDescription: one["name"]?.string ?? "",
        steps: (one["opening"] == false ? [] : opening) + (one["steps"]?.list ?? []))
    }
  }
}

extension JSONLiteral {
  var list: [JSONLiteral]? { if case .array(let elements) = self { elements } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  var members: [Member] { if case .object(let members) = self { members } else { [] } }
}
