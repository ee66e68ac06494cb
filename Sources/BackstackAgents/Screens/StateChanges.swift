import BackstackCoding
import BackstackScreenText

/// What has changed in a state, in words.
enum StateChanges {
  private static let maximumCount = 20
  private static let maximumLength = 120

  /// Returns a line for each operation of a JSON Patch (RFC 6902) of a session's document.
  static func lines(of patch: [UInt8]) -> [String] {
    let operations = ((try? JSONLiteral(decoding: patch))?.elements ?? []).filter {
      $0["path"]?.text?.hasPrefix("/state") == true
    }
    var lines = operations.prefix(maximumCount).compactMap(line)
    let rest = operations.count - maximumCount
    if rest > 0 { lines.append("… and \(rest) more") }
    return lines
  }

  private static func line(of operation: JSONLiteral) -> String? {
    guard let path = operation["path"]?.text, let name = operation["op"]?.text else { return nil }
    let place = path.dropFirst("/state/".count)
    let value = operation["value"].map { String($0.json.prefix(maximumLength + 1)) } ?? ""
    let excerpt = value.count > maximumLength ? value.dropLast() + "…" : value
    return switch name {
    case "add": "\(place) is new: \(excerpt)"
    case "remove": "\(place) is gone"
    case "replace": "\(place) is now \(excerpt)"
    case "move":
      "\(operation["from"]?.text?.dropFirst("/state/".count) ?? "") has moved to \(place)"
    default: nil
    }
  }
}
