/// A response of a server.
struct Answer: Sendable {
  var status: Int
  /// The fields by their names in lower case. The values of repeated fields are concatenated.
  var fields: [String: String]
  var content: [UInt8]

  var text: String { String(decoding: content, as: UTF8.self) }

  /// The content as JSON.
  ///
  /// - Throws: ``TestFailure`` when the content is not JSON.
  var json: JSON {
    get throws {
      do {
        return try JSON(content)
      } catch {
        throw TestFailure("The response \(status) is not JSON: \(text)")
      }
    }
  }

  /// Returns the fields from the lines of a head, which include the status line.
  static func fields(_ lines: some Sequence<Substring>) -> [String: String] {
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[line[..<colon].lowercased(), default: ""] += String(value)
    }
    return fields
  }
}
