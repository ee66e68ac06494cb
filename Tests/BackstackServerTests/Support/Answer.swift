/// What a server answered.
struct Answer: Sendable {
  var status: Int
  /// The fields by their names in lower case; of several with a name the values are joined.
  var fields: [String: String]
  var content: [UInt8]

  var text: String { String(decoding: content, as: UTF8.self) }

  /// The content as JSON.
  ///
  /// - Throws: ``TestFailure`` when it is something else.
  var json: JSON {
    get throws {
      do {
        return try JSON(content)
      } catch {
        throw TestFailure("The answer \(status) is not JSON: \(text)")
      }
    }
  }

  /// Takes the fields from the lines of a head, the status line included.
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
